'use client';

import { useState } from 'react';
import { toast } from 'sonner';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';

/** Asks before changes that the server refused are discarded. */
export function DiscardButton({ reason, onDiscard }: { reason: string; onDiscard: () => Promise<void> }) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const discard = async () => {
    setBusy(true);
    try {
      await onDiscard();
      toast.info('Your unsaved changes were discarded. Undo brings them back.');
    } catch (error) {
      toast.error(`Couldn’t discard your changes: ${(error as Error).message}`);
    }
    setBusy(false);
    setAsking(false);
  };
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        Discard…
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Discard unsaved changes?"
        confirmLabel="Discard changes"
        busy={isBusy}
        onConfirm={() => void discard()}
      >
        The server refused them: {reason} The workflow goes back to what is saved, with its name. Undo brings
        back what you changed in its blocks.
      </ConfirmDialog>
    </>
  );
}
