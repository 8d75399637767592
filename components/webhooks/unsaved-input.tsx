'use client';

import { useEffect, useState } from 'react';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { leavesForm, type WebhookView } from './use-webhook-address';

/** Says that there is something typed that would be lost, as long as it is so; a reload asks by itself. */
export function useReportUnsaved(unsaved: boolean, onUnsaved: (unsaved: boolean) => void) {
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    onUnsaved(true);
    window.addEventListener('beforeunload', ask);
    return () => {
      onUnsaved(false);
      window.removeEventListener('beforeunload', ask);
    };
  }, [unsaved, onUnsaved]);
}

/**
 * The view to show: the one left stays while something typed in it would be lost, and `leaving` says to ask.
 */
export function useHeldView(view: WebhookView | null, unsaved: boolean) {
  const [held, setHeld] = useState(view);
  if (unsaved && leavesForm(held, view)) return { view: held, leaving: true };
  if (held !== view) setHeld(view);
  return { view, leaving: false };
}

/** Escape, a press beside the panel, the way back: whichever was taken, it leads on only after this. */
export function DiscardQuestion({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  return (
    <ConfirmDialog
      open
      onOpenChange={onStay}
      title="Discard what you typed?"
      confirmLabel="Discard"
      danger
      onConfirm={onDiscard}
    >
      It has not been saved.
    </ConfirmDialog>
  );
}
