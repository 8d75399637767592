import { setImmediate } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { learnAnswer } from '../../core/drift/learn-answer';
import { emptyProfile, Profile } from '../../core/drift/profile';
import type { TraceSpan } from '../../core/engine/trace-span';
import { pool } from '../../platform/postgres/db';
import { inTransaction } from '../../platform/postgres/in-transaction';
import { unnestRows } from '../../platform/postgres/unnest-rows';
import { answersOfTrace } from './answers-of-trace';
import { requestsOf } from './known-requests';

const LOGS_PER_STEP = 200;
const STEP_BYTES = 4 * 1024 * 1024;
/** Longer traces are skipped: parsing them would block the event loop. */
const MAX_TRACE_BYTES = 1024 * 1024;
/** Bytes parsed before other work of the process gets its turn. */
const TURN_BYTES = 128 * 1024;
/** In a workspace that is further behind, only the newest logs are learnt from. */
export const MAX_BEHIND = 5_000;

const BEHIND = `
SELECT f.workspace_id AS id FROM runtime.workspace_feed f
LEFT JOIN runtime.drift_progress p USING (workspace_id)
WHERE f.n > coalesce(p.seq, 0) ORDER BY f.n - coalesce(p.seq, 0) LIMIT 100`;

/** Returns workspaces with logs that nothing has been learnt from yet, those with the fewest first. */
export async function workspacesToLearn(): Promise<string[]> {
  const { rows } = await pool().query<{ id: string }>({ name: 'drift-behind', text: BEHIND });
  return rows.map(({ id }) => id);
}

const BEGIN = `INSERT INTO runtime.drift_progress (workspace_id)
SELECT workspace_id FROM runtime.workspace_feed WHERE workspace_id = $1 ON CONFLICT DO NOTHING`;

const LOCK = `
SELECT p.seq::float8 AS seq, f.n::float8 AS feed
FROM runtime.drift_progress p JOIN runtime.workspace_feed f USING (workspace_id)
WHERE p.workspace_id = $1 FOR UPDATE OF p SKIP LOCKED`;

// The length of a text can be read without the text.
const READ = `
WITH sized AS (
  SELECT l.seq, l.id, l.workflow_id, l.started_at, l.workflow_version, encode(p.snapshot_hash, 'hex') AS hash,
    p.trace_spans, least(coalesce(octet_length(p.trace_spans), 0), ${MAX_TRACE_BYTES}) AS bytes
  FROM runtime.log l JOIN runtime.log_payload p ON p.log_id = l.id AND p.started_at = l.started_at
  WHERE l.workspace_id = $1::uuid AND l.seq > $2::bigint AND l.seq <= $3::bigint
), placed AS (
  SELECT *, sum(bytes) OVER (ORDER BY seq) - bytes AS before FROM sized
)
SELECT seq::float8 AS seq, id, workflow_id, hash, workflow_version IS NULL AS draft,
  (extract(epoch FROM started_at) * 1000)::float8 AS started_ms,
  CASE WHEN before >= ${STEP_BYTES} THEN NULL
    WHEN octet_length(trace_spans) <= ${MAX_TRACE_BYTES} THEN trace_spans
    ELSE '[]' END AS spans
FROM placed ORDER BY seq`;

interface Row {
  seq: number;
  id: string;
  workflow_id: string;
  hash: string;
  draft: boolean;
  started_ms: number;
  /** Null for rows beyond the bytes of the step. */
  spans: string | null;
}

interface Learnt {
  workflowId: string;
  blockId: string;
  blockName: string;
  request: string;
  environment: 'draft' | 'live';
  seenMs: number;
  profile: Profile;
}

const ROWS = unnestRows<Learnt>([
  { column: 'workflow_id', type: 'uuid', of: ({ workflowId }) => workflowId },
  { column: 'block_id', type: 'text', of: ({ blockId }) => blockId },
  { column: 'block_name', type: 'text', of: ({ blockName }) => blockName },
  { column: 'request', type: 'text', of: ({ request }) => request },
  { column: 'environment', type: 'text', of: ({ environment }) => environment },
  { column: 'seen_ms', type: 'float8', of: ({ seenMs }) => seenMs },
  { column: 'answers', type: 'integer', of: ({ profile }) => profile.answers },
  { column: 'changes', type: 'integer', of: ({ profile }) => changesIn(profile) },
  { column: 'profile', type: 'text', of: ({ profile }) => JSON.stringify(profile) },
]);

// A workflow that was deleted meanwhile gets no row.
const STORE = `
WITH stored AS (
  INSERT INTO runtime.answer_profile AS p (workspace_id, workflow_id, block_id, block_name, request,
    environment, seen_at, answers, changes, profile)
  SELECT w.workspace_id, workflow_id, block_id, block_name, request, environment,
    to_timestamp(seen_ms / 1000), answers, changes, profile
  FROM ${ROWS.from('s')} JOIN workflow w ON w.id = workflow_id AND w.deleted_at IS NULL
  ON CONFLICT (workflow_id, block_id, request) DO UPDATE SET block_name = excluded.block_name,
    seen_at = greatest(p.seen_at, excluded.seen_at), answers = excluded.answers,
    changes = excluded.changes, profile = excluded.profile
)
UPDATE runtime.drift_progress SET seq = $${ROWS.parameters + 2}::bigint
WHERE workspace_id = $${ROWS.parameters + 1}::uuid`;

export const changesIn = ({ trials }: Profile): number =>
  trials.filter(({ foundMs }) => foundMs !== null).length;

/**
 * Learns from a workspace's next logs and advances its progress, in one transaction: a process that dies
 * leaves neither. Two processes never learn in the same workspace concurrently. @returns true if there is
 * more to do
 */
export async function learnLogs(workspaceId: string): Promise<boolean> {
  await pool().query({ name: 'drift-begin', text: BEGIN, values: [workspaceId] });
  return inTransaction(pool(), async (client) => {
    const { rows } = await client.query<{ seq: number; feed: number }>({
      name: 'drift-lock',
      text: LOCK,
      values: [workspaceId],
    });
    const [progress] = rows;
    if (progress === undefined || progress.seq >= progress.feed) return false;
    return learnFrom(client, workspaceId, progress);
  });
}

async function learnFrom(
  client: ClientBase,
  workspaceId: string,
  { seq, feed }: { seq: number; feed: number },
): Promise<boolean> {
  const after = Math.max(seq, feed - MAX_BEHIND);
  const end = Math.min(feed, after + LOGS_PER_STEP);
  const { rows } = await client.query<Row>({
    name: 'drift-read',
    text: READ,
    values: [workspaceId, after, end],
  });
  const full = rows.findIndex(({ spans }) => spans === null);
  const taken = full < 0 ? rows : rows.slice(0, full);
  const upTo = full < 0 ? end : taken.at(-1)!.seq;
  const learnt = await learnRows(client, taken);
  await client.query({
    name: 'drift-store',
    text: STORE,
    values: [...ROWS.values(learnt), workspaceId, upTo],
  });
  return upTo < feed;
}

async function learnRows(client: ClientBase, rows: readonly Row[]): Promise<Learnt[]> {
  const learnt = new Map<string, Learnt>();
  let parsedBytes = 0;
  for (const { id, workflow_id: workflowId, hash, draft, started_ms: atMs, spans } of rows) {
    if (spans === null || spans === '[]') continue;
    const environment = draft ? 'draft' : 'live';
    for (const { blockId, blockName, answer } of answersOfTrace(JSON.parse(spans) as TraceSpan[])) {
      const request = `${environment} ${(await requestsOf(workflowId, hash)).get(blockId) ?? ''}`;
      const key = `${workflowId} ${blockId} ${request}`;
      const known = learnt.get(key) ?? {
        workflowId,
        blockId,
        request,
        environment,
        blockName,
        seenMs: atMs,
        profile: await readProfile(client, workflowId, blockId, request),
      };
      learnt.set(key, known);
      learnAnswer(known.profile, answer, { atMs, logId: id });
      known.seenMs = Math.max(known.seenMs, atMs);
      known.blockName = blockName;
    }
    parsedBytes += spans.length;
    if (parsedBytes < TURN_BYTES) continue;
    parsedBytes = 0;
    await setImmediate();
  }
  return [...learnt.values()];
}

const READ_PROFILE = `SELECT profile FROM runtime.answer_profile
WHERE workflow_id = $1::uuid AND block_id = $2 AND request = $3 FOR UPDATE`;

/** Locks the profile until the transaction ends, so that nobody marks its changes as expected meanwhile. */
async function readProfile(client: ClientBase, ...key: [string, string, string]): Promise<Profile> {
  const { rows } = await client.query<{ profile: string }>({
    name: 'drift-profile',
    text: READ_PROFILE,
    values: key,
  });
  return rows[0] === undefined ? emptyProfile() : Profile.parse(JSON.parse(rows[0].profile));
}
