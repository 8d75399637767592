'use client';

import { Button } from '@/components/ui/button';
import { formatExact } from '@/components/ui/format-time';
import { cn } from '../ui/class-names';

/** The note above a list that begins at an older run because of a link. `at` is ISO 8601. */
export function OlderRunsNote({ at, onLeave }: { at: string; onLeave: () => void }) {
  return (
    <div
      className={cn(
        'flex items-center justify-between gap-3 border-line',
        'border-b bg-sunken px-4 py-1.5 text-muted text-xs md:px-6',
      )}
    >
      <p>
        Runs before <time dateTime={at}>{formatExact(Date.parse(at))}</time>
      </p>
      <Button size="sm" onClick={onLeave}>
        Show latest
      </Button>
    </div>
  );
}
