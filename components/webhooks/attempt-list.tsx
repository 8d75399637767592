'use client';

import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { formatDuration } from '@/components/ui/format-quantity';
import { formatClock, formatExact } from '@/components/ui/format-time';
import { useNow } from '@/components/ui/relative-time';
import { Status } from '@/components/ui/status';
import type { Attempt } from '@/lib/services/outgoing-webhooks/schema';
import { ExchangeCard } from './exchange-card';
import { ExchangeView } from './exchange-view';
import { StatusCode } from './webhook-signs';
import { attemptLook } from './webhook-words';

const CAUSE_WORDS: Record<Attempt['cause'], string | null> = {
  schedule: null,
  manual: 'by hand',
  test: 'test',
};

/** Every attempt in order, with the pauses between them; the last one is open. */
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
    <ExchangeCard
      open={opened ?? isLast}
      onOpenChange={setOpened}
      head={
        <>
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
        </>
      }
      note={attempt.reason}
    >
      <ExchangeView exchange={attempt} body={body} outcome={attempt.outcome} />
    </ExchangeCard>
  );
}
