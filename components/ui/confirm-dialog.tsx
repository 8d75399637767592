'use client';

import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button';
import { cn } from './class-names';
import { submitByKey, takeFocus } from './layer';
import { useFocusReturn } from './use-focus-return';

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** The consequences, and what cannot be undone. */
  children: ReactNode;
  /** The verb, for example "Delete workflow". */
  confirmLabel: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
}

/** Asks before an action that cannot be undone. The caller closes it when the action has finished. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const giveBack = useFocusReturn(props.open);
  return (
    <AlertDialog.Root open={props.open} onOpenChange={props.onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-40 animate-fade bg-overlay" />
        <AlertDialog.Content
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            const dialog = event.currentTarget;
            if (!(dialog instanceof HTMLElement)) return;
            takeFocus(dialog, () => dialog.querySelector<HTMLElement>('[data-cancel]')?.focus());
          }}
          onCloseAutoFocus={giveBack}
          onKeyDownCapture={submitByKey}
          className={cn(
            'fixed inset-x-3 top-[20vh] z-50 mx-auto max-w-md animate-enter',
            'rounded-xl bg-raised p-5 shadow-float outline-none',
          )}
        >
          <AlertDialog.Title className="font-semibold text-base">{props.title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="mt-1.5 text-muted text-sm">{props.children}</div>
          </AlertDialog.Description>
          <div className="mt-5 flex justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button data-cancel>Cancel</Button>
            </AlertDialog.Cancel>
            <Button
              variant={props.danger ? 'danger' : 'primary'}
              busy={props.busy ?? false}
              onClick={props.onConfirm}
            >
              {props.confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
