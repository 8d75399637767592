import type { Take } from '../../platform/postgres/prepared';
import { startedWithin } from './log-row';

/** Keys that find the texts of logs, in the partitions of their months only. */
export type PayloadKeys = ReadonlyArray<{ id: string; startedMs: number }>;

const ids = (keys: PayloadKeys) => keys.map(({ id }) => id);
const times = (keys: PayloadKeys) => keys.map(({ startedMs }) => startedMs);
const firstMs = (keys: PayloadKeys) => Math.min(...times(keys));
const lastMs = (keys: PayloadKeys) => Math.max(...times(keys));

/**
 * Returns a `FROM` item: the texts `p` of the logs `k` in their order, from the statement's parameters.
 * Logs that retention has deleted meanwhile are left out.
 */
export function payloadsOfLogs<Input>(take: Take<Input>, keysOf: (input: Input) => PayloadKeys): string {
  const key = (type: string, of: (keys: PayloadKeys) => unknown): string =>
    take(type, (input) => of(keysOf(input)));
  return `unnest(${key('uuid[]', ids)}, ${key('float8[]', times)}) WITH ORDINALITY
    AS k (id, started_ms, place)
  JOIN runtime.log_payload p ON p.log_id = k.id AND p.started_at = to_timestamp(k.started_ms / 1000)
    AND ${startedWithin('p', key('float8', firstMs), key('float8', lastMs))}`;
}
