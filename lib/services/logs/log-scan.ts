import type { FilterValues } from './log-filter-sql';
import type { LogsQuery } from './logs-request';

/** The position of a row in a walk: walks are sorted by start, then id. */
export interface Position {
  startedAtMs: number;
  id: string;
}

/** The feed numbers a walk covers: above `after`, up to `upTo`. */
export interface SeqRange {
  after: number;
  upTo: number;
}

/** The conditions on a row, fully resolved. */
export interface LogScan extends FilterValues {
  workspaceId: string;
  order: LogsQuery['order'];
  seqs: SeqRange;
}

/** A part of a walk: the rows beyond `from` whose start is not beyond `untilMs`. */
export interface Window {
  from: Position;
  untilMs: number;
}

/** Returns the first and last start of a window. */
export const ends = ({ order }: LogScan, { from, untilMs }: Window): readonly [number, number] =>
  order === 'asc' ? [from.startedAtMs, untilMs] : [untilMs, from.startedAtMs];
