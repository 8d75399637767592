/** The runs that are looked through for one page of a tag's effects. */
export const RUNS_OF_A_PAGE = 1_000;

const COLUMNS = `e.started_at, e.log_id, e.position, e.workflow_id, e.execution_id, e.total, e.sent_at, e.block_id,
  e.block_name, e.method, e.host, e.path, e.status, e.attempts, e.idempotency_key, w.name AS workflow_name`;

const WORKFLOW = 'LEFT JOIN workflow w ON w.id = e.workflow_id AND w.deleted_at IS NULL';

export interface EffectRow {
  started_at: Date;
  log_id: string;
  position: number;
  workflow_id: string;
  workflow_name: string | null;
  execution_id: string;
  total: number;
  sent_at: Date;
  block_id: string;
  block_name: string;
  method: string;
  host: string;
  path: string;
  status: number | null;
  attempts: number;
  idempotency_key: string | null;
  /** The run that was looked for: the one that sent it, or one that called that. */
  run_at: Date;
  run_id: string;
}

const behind = (
  at: string,
  id: string,
): string => `(e.started_at, e.log_id) <= (${at}::timestamptz, ${id}::uuid)
  AND ((e.started_at, e.log_id) < (${at}::timestamptz, ${id}::uuid) OR e.position > $5::integer)`;

const NEWEST = 'ORDER BY e.started_at DESC, e.log_id DESC, e.position LIMIT $6';
const OWN_RUN = 'e.started_at AS run_at, e.log_id AS run_id';

/** Parameters: workspace, host, the last run's start and log, the last position, rows. */
export const BY_HOST = `
SELECT ${COLUMNS}, ${OWN_RUN} FROM runtime.effect e ${WORKFLOW}
WHERE e.workspace_id = $1 AND e.host = $2 AND ${behind('$3', '$4')}
${NEWEST}`;

/**
 * The effects of one execution, and of those that it called. Parameters: workspace, execution, the last run's start
 * and log, the last position, rows, host or null, tag or null.
 */
export const BY_EXECUTION = `
SELECT ${COLUMNS}, ${OWN_RUN} FROM (
  SELECT * FROM runtime.effect WHERE root_execution_id = $2::uuid
  UNION ALL
  SELECT * FROM runtime.effect WHERE root_execution_id <> $2::uuid
    AND log_id = ANY (ARRAY(SELECT id FROM runtime.log WHERE workspace_id = $1 AND execution_id = $2::uuid))
) e ${WORKFLOW}
WHERE e.workspace_id = $1 AND ($7::text IS NULL OR e.host = $7) AND ($8::text IS NULL OR EXISTS (
    SELECT FROM runtime.log l
    WHERE l.workspace_id = $1 AND l.execution_id IN (e.execution_id, e.root_execution_id) AND $8 = ANY (l.tags)))
  AND ${behind('$3', '$4')}
${NEWEST}`;

/** The runs with a tag, the newest first. Parameters: workspace, tag, the start and log to begin with. */
export const TAGGED_RUNS = `
SELECT t.started_at, t.log_id, l.execution_id
FROM (
  SELECT started_at, log_id FROM runtime.log_tag
  WHERE workspace_id = $1 AND tag = $2 AND (started_at, log_id) <= ($3::timestamptz, $4::uuid)
  ORDER BY started_at DESC, log_id DESC LIMIT ${RUNS_OF_A_PAGE}
) t JOIN runtime.log l ON l.id = t.log_id AND l.started_at = t.started_at
ORDER BY t.started_at DESC, t.log_id DESC`;

/**
 * The effects of these runs and of those that they called; of a called run with the tag under that run alone.
 * Parameters: workspace, tag, starts, logs and executions of the runs, host or null, the last run's log and its
 * last effect's start, log and position, rows.
 */
export const OF_TAGGED_RUNS = `
SELECT ${COLUMNS}, r.started_at AS run_at, r.log_id AS run_id
FROM unnest($3::timestamptz[], $4::uuid[], $5::uuid[]) AS r(started_at, log_id, execution_id)
CROSS JOIN LATERAL (
  SELECT c.* FROM runtime.effect c
  WHERE c.root_execution_id = r.execution_id AND (c.log_id = r.log_id OR NOT EXISTS (
    SELECT FROM runtime.log_tag o
    WHERE o.workspace_id = $1 AND o.tag = $2 AND o.started_at = c.started_at AND o.log_id = c.log_id))
  UNION ALL
  SELECT c.* FROM runtime.effect c WHERE c.log_id = r.log_id AND c.root_execution_id <> r.execution_id
) e ${WORKFLOW}
WHERE e.workspace_id = $1 AND ($6::text IS NULL OR e.host = $6)
  AND (r.log_id <> $7::uuid OR (e.started_at, e.log_id, e.position) > ($8::timestamptz, $9::uuid, $10::integer))
ORDER BY r.started_at DESC, r.log_id DESC, e.started_at, e.log_id, e.position LIMIT $11`;
