import type { Pool } from 'pg';

const READ_FATES = `
SELECT d.id, e.id IS NOT NULL AS has_row, e.owner, l.id IS NOT NULL AS has_log,
  extract(epoch FROM l.started_at) * 1000 AS started_ms, extract(epoch FROM l.ended_at) * 1000 AS ended_ms
FROM unnest($1::uuid[]) AS d(id)
LEFT JOIN runtime.execution e ON e.id = d.id
LEFT JOIN runtime.log l ON l.execution_id = d.id`;

/** The state of an execution in the database. */
export interface ExecutionOwnership {
  /** Null: queued, or no row. */
  owner: string | null;
  hasRow: boolean;
  /** The times of its log; null while there is none. */
  log: { startedAtMs: number; endedAtMs: number } | null;
}

interface FateRow {
  id: string;
  has_row: boolean;
  owner: string | null;
  has_log: boolean;
  started_ms: string | null;
  ended_ms: string | null;
}

/** Reads the state of executions, for the rare moments in which a process can't be sure that it owns them. */
export async function readOwnership(
  db: Pool,
  executionIds: readonly string[],
): Promise<Map<string, ExecutionOwnership>> {
  const { rows } = await db.query<FateRow>(READ_FATES, [executionIds]);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        owner: row.owner,
        hasRow: row.has_row,
        log: row.has_log
          ? { startedAtMs: Math.round(Number(row.started_ms)), endedAtMs: Math.round(Number(row.ended_ms)) }
          : null,
      },
    ]),
  );
}
