'use client';

import { ArrowUpRight } from 'lucide-react';
import type { ExecutionState } from '@/lib/services/runs/schema';
import { hostOf } from '../../outages/outage-words';
import { iterationWords } from '../../page/iteration-words';
import { Button } from '../../ui/button';
import { RelativeTime } from '../../ui/relative-time';
import { useEditor } from '../store/editor-context';

/** Lists the waits of a parked run, with links to answer them. */
export function WaitList({ waits }: { waits: ExecutionState['waits'] }) {
  return (
    <div className="flex flex-col gap-2 overflow-y-auto px-4 pb-4 text-sm">
      <p className="text-muted">The run continues by itself, even when this page is closed.</p>
      <ul className="flex flex-col gap-1.5">
        {waits.map((wait) => (
          <WaitLine key={`${wait.blockId} ${wait.iteration}`} wait={wait} />
        ))}
      </ul>
    </div>
  );
}

function WaitLine({ wait }: { wait: ExecutionState['waits'][number] }) {
  const name = useEditor((state) => state.document.blocks[wait.blockId]?.name ?? wait.blockId);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="font-medium">{name}</span>
      {wait.iteration === undefined ? null : (
        <span className="tabular text-muted">{iterationWords(wait.iteration)}</span>
      )}
      {wait.server === undefined ? null : (
        <span className="text-muted">
          waits for {hostOf(wait.server.origin)}, first failed <RelativeTime at={wait.server.since} />
        </span>
      )}
      {wait.dueAt === null || wait.server !== undefined ? null : (
        <span className="text-muted">
          {wait.url === null ? 'continues' : 'expires'} <RelativeTime at={wait.dueAt} />
        </span>
      )}
      {wait.url === null ? null : (
        <Button asChild size="sm">
          <a href={wait.url} target="_blank" rel="noreferrer">
            Open the form
            <ArrowUpRight aria-hidden />
          </a>
        </Button>
      )}
    </li>
  );
}
