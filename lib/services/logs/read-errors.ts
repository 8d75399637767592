import { logsPool } from '../../platform/postgres/db';
import { prepare } from '../../platform/postgres/prepared';
import { type PayloadKeys, payloadsOfLogs } from './payload-keys';
import type { ExportedLog } from './schema';
import { orTooSlow } from './too-slow';

export interface LogError {
  code: string;
  message: string;
}

export const errorFields = (
  error: LogError | null | undefined,
): Pick<ExportedLog, 'errorCode' | 'errorMessage'> => ({
  errorCode: error?.code ?? null,
  errorMessage: error?.message ?? null,
});

const READ_ERRORS = prepare<PayloadKeys>(
  'logs-errors',
  (take) => `SELECT k.id::text AS id, p.error FROM ${payloadsOfLogs(take, (keys) => keys)}`,
);

/**
 * Returns the errors of these runs, by the ids of their logs; null for a run without one. Logs that
 * retention has deleted meanwhile are left out.
 */
export async function readErrors(logs: PayloadKeys): Promise<Map<string, LogError | null>> {
  if (logs.length === 0) return new Map();
  const { rows } = await orTooSlow(
    logsPool().query<{ id: string; error: string | null }>(READ_ERRORS.with(logs)),
  );
  return new Map(rows.map(({ id, error }) => [id, JSON.parse(error ?? 'null')]));
}
