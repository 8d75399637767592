'use client';

import { useState } from 'react';
import { toast } from 'sonner';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { countOf, formatCount } from '@/components/ui/format-quantity';
import type { DiscardedRuns, Hold } from '@/lib/services/holds/schema';
import { waitingWords } from './hold-words';
import { type HoldTarget, useHoldActions } from './use-hold-actions';

/** Discards what waits, after asking. */
export function DiscardButton({ target, hold }: { target: HoldTarget; hold: Hold }) {
  const [asks, setAsks] = useState(false);
  const { discard } = useHoldActions(target);
  return (
    <>
      <Button className="mr-auto" disabled={hold.waiting === 0} onClick={() => setAsks(true)}>
        Discard…
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Discard the waiting runs?"
        confirmLabel="Discard runs"
        danger
        busy={discard.isPending}
        onConfirm={() =>
          discard.mutate(undefined, {
            onSuccess: ({ data }) => toast.success(discardedWords(data)),
            onSettled: () => setAsks(false),
          })
        }
      >
        {waitingWords(hold)}. They will never run; each gets a log that says Cancelled. You can’t undo this.
      </ConfirmDialog>
    </>
  );
}

const discardedWords = ({ discarded, waiting }: DiscardedRuns): string =>
  `${countOf(discarded, 'run')} discarded.${waiting === 0 ? '' : ` ${formatCount(waiting)} still wait.`}`;
