import { startedWithin } from './log-row';

/**
 * For `FROM`: the texts `p` of the logs `k` in their order, by the parameters $1 to $4, which are
 * `payloadKeys`. Logs that retention took meanwhile are left out.
 */
export const PAYLOADS_OF_LOGS = `unnest($1::uuid[], $2::float8[]) WITH ORDINALITY AS k (id, started_ms, place)
  JOIN runtime.log_payload p ON p.log_id = k.id AND p.started_at = to_timestamp(k.started_ms / 1000)
    AND ${startedWithin('p', '$3', '$4')}`;

export function payloadKeys(logs: ReadonlyArray<{ id: string; startedMs: number }>): unknown[] {
  const times = logs.map(({ startedMs }) => startedMs);
  return [logs.map(({ id }) => id), times, Math.min(...times), Math.max(...times)];
}
