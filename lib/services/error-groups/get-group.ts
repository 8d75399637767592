import { pageOf, readTimeCursor, timeCursor } from '../../platform/http/time-cursor';
import { pool } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { findGroup } from './find-group';
import type { ErrorGroupDetail, ErrorGroupRun } from './schema';
import { toGroup } from './select-groups';

const MAX_PARTS = 20;

const VERSIONS = `
SELECT nullif(version, 0) AS version, n, first_seen_at, last_seen_at FROM runtime.error_group_version
WHERE group_id = $1 ORDER BY last_seen_at DESC, version DESC LIMIT ${MAX_PARTS}`;

const TAGS = `
SELECT tag, n, first_seen_at, last_seen_at FROM runtime.error_group_tag
WHERE group_id = $1 ORDER BY n DESC, tag LIMIT ${MAX_PARTS}`;

const RUNS = `
SELECT log_id, started_at, ended_at, workflow_version FROM runtime.error_group_run
WHERE group_id = $1 AND (started_at, log_id) < ($2::timestamptz, $3::uuid)
ORDER BY started_at DESC, log_id DESC LIMIT $4`;

interface SeenRow {
  n: number;
  first_seen_at: Date;
  last_seen_at: Date;
}

interface RunRow {
  log_id: string;
  started_at: Date;
  ended_at: Date;
  workflow_version: number | null;
}

/** @throws AppError not_found */
export async function getErrorGroup(
  actor: Actor,
  { id }: { id: string },
): Promise<{ data: ErrorGroupDetail }> {
  const row = await findGroup(actor, id, 'reader');
  const [versions, tags] = await Promise.all([
    pool().query<SeenRow & { version: number | null }>(VERSIONS, [row.id]),
    pool().query<SeenRow & { tag: string }>(TAGS, [row.id]),
  ]);
  return {
    data: {
      ...toGroup(row),
      versions: versions.rows.map((part) => ({ version: part.version, ...seenOf(part) })),
      topTags: tags.rows.map((part) => ({ tag: part.tag, ...seenOf(part) })),
    },
  };
}

const seenOf = ({ n, first_seen_at, last_seen_at }: SeenRow) => ({
  count: n,
  firstSeenAt: first_seen_at.toISOString(),
  lastSeenAt: last_seen_at.toISOString(),
});

/** Lists a group's runs whose logs are kept, the newest first. @throws AppError not_found, cursor_invalid */
export async function listErrorGroupRuns(
  actor: Actor,
  { id, cursor, limit }: { id: string; cursor?: string | undefined; limit: number },
): Promise<{ data: ErrorGroupRun[]; nextCursor: string | null }> {
  const row = await findGroup(actor, id, 'reader');
  const before = readTimeCursor(cursor);
  const { rows } = await pool().query<RunRow>(RUNS, [row.id, before.at, before.id, limit + 1]);
  const { page, nextCursor } = pageOf(rows, limit, (run) => timeCursor(run.started_at, run.log_id));
  return { data: page.map(toRun), nextCursor };
}

const toRun = ({ log_id, started_at, ended_at, workflow_version }: RunRow): ErrorGroupRun => ({
  logId: log_id,
  startedAt: started_at.toISOString(),
  endedAt: ended_at.toISOString(),
  version: workflow_version,
});
