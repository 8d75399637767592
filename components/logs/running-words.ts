import { hostOf } from '@/components/outages/outage-words';
import { countOf, formatDuration } from '@/components/ui/format-quantity';
import { formatClock } from '@/components/ui/format-time';
import type { StatusProps } from '@/components/ui/status';
import { MAX_BLOCKS_COUNTED, type UnfinishedExecution } from '@/lib/services/runs/schema';

/** Icon and word for each state of a run that has not ended. */
export const UNFINISHED_LOOK: Record<UnfinishedExecution['status'], Pick<StatusProps, 'kind' | 'label'>> = {
  queued: { kind: 'queued', label: 'Queued' },
  running: { kind: 'running', label: 'Running' },
  parked: { kind: 'waiting', label: 'Waiting' },
  held: { kind: 'waiting', label: 'Held' },
  waiting: { kind: 'queued', label: 'Queued' },
  delayed: { kind: 'queued', label: 'Scheduled' },
};

/**
 * Says what a run waits for that has not begun: `Waits for its turn, key ada`, `Starts at 12:00:00, 3 starts so
 * far`; null if it waits for nothing of its own. `nowMs`: since 1970.
 */
export function waitsForWords(
  { waitsFor }: Pick<UnfinishedExecution, 'waitsFor'>,
  nowMs: number,
  timeZone?: string,
): string | null {
  if (waitsFor === null) return null;
  if (waitsFor.kind === 'turn')
    return waitsFor.key === null ? 'Waits for its turn' : `Waits for its turn, key ${waitsFor.key}`;
  const { startsAt, starts } = waitsFor;
  const many = starts === null ? '' : `, ${countOf(starts, 'start')} so far`;
  return `Starts at ${formatClock(Date.parse(startsAt), nowMs, timeZone)}${many}`;
}

/** Returns `Waits for api.example.com`, which is unavailable; null if a run waits for no server. */
export function serverWords({ waits }: Pick<UnfinishedExecution, 'waits'>): string | null {
  const server = waits.find((wait) => wait.server !== undefined)?.server;
  return server === undefined ? null : `Waits for ${hostOf(server.origin)}`;
}

/** Describes a run's progress and duration: `3 blocks done · 12 s`. `nowMs`: since 1970. */
export function progressWords(
  { blocksEnded, acceptedAt, startedAt }: UnfinishedExecution,
  nowMs: number,
): string {
  const ms = Math.max(0, nowMs - Date.parse(startedAt ?? acceptedAt));
  const elapsed = ms < 60_000 ? `${Math.floor(ms / 1_000)} s` : formatDuration(ms);
  if (blocksEnded === null || startedAt === null) return elapsed;
  const many = blocksEnded === MAX_BLOCKS_COUNTED ? ' or more' : '';
  return `${countOf(blocksEnded, `block${many} done`, `blocks${many} done`)} · ${elapsed}`;
}
