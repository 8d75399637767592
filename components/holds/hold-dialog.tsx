'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadFailure } from '@/components/page/load-failure';
import { useWorkspace } from '@/components/page/workspace-context';
import { Dialog } from '@/components/ui/dialog';
import { SkeletonRows } from '@/components/ui/skeleton';
import { HeldDialog } from './held-dialog';
import { useHoldDialog } from './hold-dialog-state';
import { HoldForm } from './hold-form';
import { holdOn, holdsQuery } from './hold-queries';
import type { HoldTarget } from './use-hold-actions';

/** Rendered once, in the shell. */
export function HoldDialogLayer() {
  const { target, ask } = useHoldDialog();
  return target === null ? null : <HoldDialog target={target} onClose={() => ask(null)} />;
}

/** Holds what isn't held; else shows the hold, and releases or discards what waits. */
function HoldDialog({ target, onClose }: { target: HoldTarget; onClose: () => void }) {
  const { canWrite, isAdmin } = useWorkspace();
  const holds = useQuery(holdsQuery(target.workspaceId));
  const mayChange = target.workflowId === null ? isAdmin : canWrite;
  const hold = holdOn(holds.data, target.workflowId);
  // What is released meanwhile must not become a question to hold it, at the place of the same button.
  const [wasHeld, setWasHeld] = useState(false);
  if (hold !== undefined && !wasHeld) setWasHeld(true);
  if (hold !== undefined)
    return <HeldDialog target={target} hold={hold} mayChange={mayChange} onClose={onClose} />;
  if (holds.isSuccess && mayChange && !wasHeld) return <HoldForm target={target} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={onClose} size="sm" title={`Hold on ${target.name}`}>
      {holds.isPending ? <SkeletonRows rows={3} className="h-8" /> : null}
      {holds.isError ? <LoadFailure error={holds.error} onRetry={() => holds.refetch()} /> : null}
      {holds.isSuccess ? (
        <p className="text-muted text-sm">It is {wasHeld ? 'no longer' : 'not'} on hold.</p>
      ) : null}
    </Dialog>
  );
}
