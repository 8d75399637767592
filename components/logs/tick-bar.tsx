'use client';

import { GitCompareArrows, X } from 'lucide-react';
import { BulkButton } from '@/components/bulk/bulk-button';
import { compareLogsPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Link } from '@/components/ui/link';
import { inOrderOfStart, type TickedRun, tickWords } from './ticked-runs';

interface TickBarProps {
  ticked: readonly TickedRun[];
  onClear: () => void;
}

/** The actions for the ticked rows. */
export function TickBar({ ticked, onClear }: TickBarProps) {
  const { id } = useWorkspace();
  const [earlier, later] = inOrderOfStart(ticked);
  if (earlier === undefined) return null;
  return (
    <div className="flex h-10 items-center gap-3 border-line border-b bg-accent-soft px-4 text-sm md:px-6">
      <p role="status" className="min-w-0 flex-1 truncate">
        {tickWords(ticked.length)}
      </p>
      <BulkButton target={() => ({ logIds: ticked.map((run) => run.id) })}>Run again or delete…</BulkButton>
      {later === undefined || ticked.length > 2 ? null : (
        <Button asChild size="sm" variant="primary">
          <Link href={compareLogsPath(id, earlier.id, later.id)}>
            <GitCompareArrows aria-hidden />
            Compare them
          </Link>
        </Button>
      )}
      <IconButton label="Remove the ticks" size="sm" onClick={onClear}>
        <X />
      </IconButton>
    </div>
  );
}
