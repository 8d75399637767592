'use client';

import { Button } from './button';
import { CopyButton } from './copy-button';
import { Dialog } from './dialog';
import { Field } from './field';
import { Input } from './input';
import { Notice } from './notice';

export interface ShownOnceDialogProps {
  title: string;
  label: string;
  secret: string;
  warning: string;
  onClose: () => void;
}

/** Shows a secret that is visible only once; closes only with its button. */
export function ShownOnceDialog({ title, label, secret, warning, onClose }: ShownOnceDialogProps) {
  return (
    <Dialog
      open
      persistent
      onOpenChange={onClose}
      title={title}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Notice tone="warning">{warning}</Notice>
        <Field label={label}>
          <Input
            readOnly
            value={secret}
            className="font-mono text-xs"
            onFocus={(event) => event.target.select()}
          />
        </Field>
        <CopyButton text={secret} size="md" className="self-start">
          Copy
        </CopyButton>
      </div>
    </Dialog>
  );
}
