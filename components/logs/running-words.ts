import { countOf, formatDuration } from '@/components/ui/format-quantity';
import type { StatusProps } from '@/components/ui/status';
import { MAX_BLOCKS_COUNTED, type UnfinishedExecution } from '@/lib/services/runs/schema';

/** Icon and word for each state of a run that has not ended. */
export const UNFINISHED_LOOK: Record<UnfinishedExecution['status'], Pick<StatusProps, 'kind' | 'label'>> = {
  queued: { kind: 'queued', label: 'Queued' },
  running: { kind: 'running', label: 'Running' },
  parked: { kind: 'waiting', label: 'Waiting' },
  held: { kind: 'waiting', label: 'Held' },
};

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
