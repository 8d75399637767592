'use client';

import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';

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
  const [tried, setTried] = useState(false);
  useEffect(() => {
    if (!open) return;
    setName(initial);
    setTried(false);
  }, [open, initial]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() !== '') props.onSubmit(name.trim());
  };
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
      <form id="name-form" onSubmit={submit}>
        <Field
          label={props.label ?? 'Name'}
          required
          error={tried && name.trim() === '' ? 'Enter a name.' : props.error}
        >
          <Input
            autoFocus
            value={name}
            maxLength={props.maxLength}
            placeholder={props.placeholder}
            onFocus={(event) => event.target.select()}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
