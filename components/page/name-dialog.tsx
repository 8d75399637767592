'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Form } from './form';

export interface NameDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  label?: string;
  placeholder?: string;
  initial?: string;
  submitLabel: string;
  maxLength: number;
  busy: boolean;
  error?: string | undefined;
  /** An alternative action, to the left of the buttons. */
  instead?: ReactNode;
  onSubmit: (name: string) => void;
}

/** Asks for one name. */
export function NameDialog(props: NameDialogProps) {
  const { open, initial = '' } = props;
  const [name, setName] = useState(initial);
  useEffect(() => {
    if (open) setName(initial);
  }, [open, initial]);
  return (
    <Dialog
      open={open}
      onOpenChange={props.onOpenChange}
      title={props.title}
      {...(props.description ? { description: props.description } : {})}
      size={props.instead ? 'md' : 'sm'}
      footer={
        <>
          {props.instead}
          <div className="flex gap-2">
            <Button onClick={() => props.onOpenChange(false)}>Cancel</Button>
            <Button variant="primary" type="submit" form="name-form" busy={props.busy}>
              {props.submitLabel}
            </Button>
          </div>
        </>
      }
    >
      <Form
        id="name-form"
        error={null}
        problems={{ name: name.trim() === '' ? 'Enter a name.' : undefined }}
        onSubmit={() => props.onSubmit(name.trim())}
      >
        <Field name="name" label={props.label ?? 'Name'} required error={props.error}>
          <Input
            autoFocus
            value={name}
            maxLength={props.maxLength}
            placeholder={props.placeholder}
            onFocus={(event) => event.target.select()}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      </Form>
    </Dialog>
  );
}
