'use client';

import { CirclePause } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { cn } from '@/components/ui/class-names';
import type { Hold } from '@/lib/services/holds/schema';
import { useHoldDialog } from './hold-dialog-state';
import { holdLabel, waitingWords } from './hold-words';
import type { HoldTarget } from './use-hold-actions';

interface HoldBadgeProps {
  hold: Hold;
  target: HoldTarget;
  className?: string;
  /** For where there is room for the icon only: the name for screen readers says all of it. */
  wordsClassName?: string;
}

/** Says that something is held and how many runs wait; opens the dialog to release them. */
export function HoldBadge({ hold, target, className, wordsClassName }: HoldBadgeProps) {
  const { ask } = useHoldDialog();
  const ofWorkspace = hold.workflowId === null && target.workflowId !== null;
  const words = `${waitingWords(hold)}${ofWorkspace ? ' in the held workspace' : ''}.`;
  return (
    <button
      type="button"
      aria-label={`${target.name}: ${holdLabel(hold)}. ${words}`}
      title={hold.reason === '' ? words : `${hold.reason} ${words}`}
      onClick={() => ask(ofWorkspace ? { ...target, workflowId: null, name: 'the whole workspace' } : target)}
      className={cn('inline-flex h-6 items-center rounded-sm', className)}
    >
      <Badge tone="warning">
        <CirclePause aria-hidden />
        <span className={wordsClassName}>{ofWorkspace ? 'Held' : holdLabel(hold)}</span>
      </Badge>
    </button>
  );
}
