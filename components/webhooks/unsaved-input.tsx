'use client';

import { useEffect, useState } from 'react';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { leavesForm, type WebhookView } from './use-webhook-address';

/** Reports unsaved input while there is some; on a reload the browser itself asks. */
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

/** Returns the view to show: a view with unsaved input stays, and `leaving` tells to ask first. */
export function useHeldView(view: WebhookView | null, unsaved: boolean) {
  const [held, setHeld] = useState(view);
  if (unsaved && leavesForm(held, view)) return { view: held, leaving: true };
  if (held !== view) setHeld(view);
  return { view, leaving: false };
}

/** Shown before any way of leaving: Escape, a click outside the panel, or Back. */
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
