import type { FilterValues } from './log-filter-sql';
import type { LogsQuery } from './logs-request';

/** Where a row stands in a walk: walks are sorted by start, then id. */
export interface Position {
  startedAtMs: number;
  id: string;
}

/** The feed numbers a walk covers: above `after`, up to `upTo`. */
export interface SeqRange {
  after: number;
  upTo: number;
}

/** What a row must be, with nothing left to look up. */
export interface LogScan extends FilterValues {
  workspaceId: string;
  order: LogsQuery['order'];
  seqs: SeqRange;
}

/** A part of a walk: the rows beyond `from`, whose start is not beyond `untilMs`. */
export interface Window {
  from: Position;
  untilMs: number;
}

/** First and last start of a window. */
export const ends = ({ order }: LogScan, { from, untilMs }: Window): readonly [number, number] =>
  order === 'asc' ? [from.startedAtMs, untilMs] : [untilMs, from.startedAtMs];
