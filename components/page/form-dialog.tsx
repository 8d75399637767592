'use client';

import { useId } from 'react';
import { Button } from '../ui/button';
import { Dialog, type DialogProps } from '../ui/dialog';
import { Form, type FormProps } from './form';

export interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'size'> {
  form: Omit<FormProps, 'id' | 'children'>;
  /** Undefined for people who can only look at it. */
  submitLabel: string | undefined;
  busy?: boolean;
  disabled?: boolean;
  onClose: () => void;
  children: FormProps['children'];
}

/** A dialog with one form, and buttons to cancel and to submit it. */
export function FormDialog(props: FormDialogProps) {
  const { form, submitLabel, busy, disabled, onClose, children, ...dialog } = props;
  const id = useId();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      {...dialog}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {submitLabel === undefined ? null : (
            <Button variant="primary" type="submit" form={id} busy={busy} disabled={disabled}>
              {submitLabel}
            </Button>
          )}
        </>
      }
    >
      <Form id={id} {...form}>
        {children}
      </Form>
    </Dialog>
  );
}
