'use client';

import { useState } from 'react';
import { toast } from 'sonner';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { countOf, formatCount } from '@/components/ui/format-quantity';
import type { FailedWaits, ServerOutage } from '@/lib/services/server-outages/schema';
import { hostOf, waitingBlocksWords } from './outage-words';
import { useOutageActions } from './use-outage-actions';

/** Fails the blocks that wait for a server, after asking. */
export function FailWaitsButton({ outage }: { outage: ServerOutage }) {
  const [asks, setAsks] = useState(false);
  const { fail } = useOutageActions(outage);
  return (
    <>
      <Button size="sm" variant="ghost" disabled={outage.waiting === 0} onClick={() => setAsks(true)}>
        Fail all…
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Fail the waiting runs?"
        confirmLabel="Fail runs"
        danger
        busy={fail.isPending}
        onConfirm={() =>
          fail.mutate(undefined, {
            onSuccess: ({ data }) => toast.success(failedWords(data)),
            onSettled: () => setAsks(false),
          })
        }
      >
        {waitingBlocksWords(outage)} for {hostOf(outage.server)}. Each fails with SERVER_UNAVAILABLE, and its
        run continues at the error port or ends. You can’t undo this.
      </ConfirmDialog>
    </>
  );
}

const failedWords = ({ failed, waiting }: FailedWaits): string =>
  `${countOf(failed, 'block')} failed.${waiting === 0 ? '' : ` ${formatCount(waiting)} still wait.`}`;
