'use client';

import { ChevronRight } from 'lucide-react';
import { Collapsible } from 'radix-ui';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { formatDuration } from '@/components/ui/format-quantity';
import { formatClock, formatExact } from '@/components/ui/format-time';
import { useNow } from '@/components/ui/relative-time';
import { Status } from '@/components/ui/status';
import type { Attempt } from '@/lib/services/webhooks/schema';
import { cn } from '../ui/class-names';
import { ExchangeView } from './exchange-view';
import { StatusCode } from './webhook-signs';
import { attemptLook } from './webhook-words';

const CAUSE_WORDS: Record<Attempt['cause'], string | null> = {
  schedule: null,
  manual: 'by hand',
  test: 'test',
};

/** Every attempt in order, with the pauses between them; the last one lies open. */
export function AttemptList({ attempts, body }: { attempts: readonly Attempt[]; body: string }) {
  if (attempts.length === 0) return <p className="text-faint text-sm">None yet.</p>;
  return (
    <ol className="flex flex-col gap-1.5">
      {attempts.map((attempt, index) => (
        <li key={attempt.id} className="flex flex-col gap-1.5">
          <Pause before={attempts[index - 1]} after={attempt} />
          <AttemptCard attempt={attempt} body={body} isLast={index === attempts.length - 1} />
        </li>
      ))}
    </ol>
  );
}

function Pause({ before, after }: { before: Attempt | undefined; after: Attempt }) {
  if (before === undefined || before.durationMs === null) return null;
  const waitMs = Date.parse(after.startedAt) - Date.parse(before.startedAt) - before.durationMs;
  if (waitMs <= 0) return null;
  return (
    <p className="tabular flex items-center gap-2 pl-4 text-faint text-xs">
      <span className="h-4 border-line-strong border-l border-dashed" aria-hidden />
      waited {formatDuration(waitMs)}
    </p>
  );
}

function AttemptCard({ attempt, body, isLast }: { attempt: Attempt; body: string; isLast: boolean }) {
  const [opened, setOpened] = useState<boolean>();
  const now = useNow();
  const started = Date.parse(attempt.startedAt);
  const cause = CAUSE_WORDS[attempt.cause];
  return (
    <Collapsible.Root
      open={opened ?? isLast}
      onOpenChange={setOpened}
      className="rounded-lg border border-line bg-surface"
    >
      <Collapsible.Trigger
        className={cn('group flex w-full items-start gap-2 rounded-lg px-3 py-2 text-left hover:bg-hover')}
      >
        <ChevronRight
          className="mt-0.5 size-4 shrink-0 text-faint transition-transform group-data-[state=open]:rotate-90"
          aria-hidden
        />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-2">
            <span className="tabular text-faint text-xs">#{attempt.number}</span>
            <Status {...attemptLook(attempt)} />
            {attempt.outcome === 'running' ? null : <StatusCode status={attempt.status} />}
            {cause === null ? null : <Badge>{cause}</Badge>}
            <span className="tabular ml-auto flex gap-3 text-muted text-xs">
              <time dateTime={attempt.startedAt} title={formatExact(started)}>
                {formatClock(started, now)}
              </time>
              {attempt.durationMs === null ? null : <span>{formatDuration(attempt.durationMs)}</span>}
            </span>
          </span>
          <span className="mt-0.5 block text-muted text-xs">{attempt.reason}</span>
        </span>
      </Collapsible.Trigger>
      <Collapsible.Content className="border-line border-t px-3 pt-1 pb-3">
        <ExchangeView exchange={attempt} body={body} outcome={attempt.outcome} />
      </Collapsible.Content>
    </Collapsible.Root>
  );
}
