import type { ClientBase } from 'pg';
import { newId } from '../../platform/ids';
import { insertSelect, unnestRows } from '../../platform/postgres/unnest-rows';
import type { FailedRun } from './failed-run';
import type { CountedGroup } from './known-groups';
import { reopens } from './reopens';
import { type PartSum, sumByPart } from './sum-failures';

/** Different tags of a group that are kept. */
export const MAX_TAGS_OF_GROUP = 100;
const MAX_VERSIONS_OF_GROUP = 1_000;
/** Stands for the draft. */
const DRAFT = 0;

/** A group that appeared in a step, or that a failure made new again. */
export interface GroupNews {
  groupId: string;
  kind: 'new' | 'reopened';
  /** End of the run, in milliseconds since 1970. */
  atMs: number;
}

interface StoredSum extends CountedGroup {
  id: string;
  /** End of the first run that contradicts the group's state; null if none does. */
  reopenedMs: number | null;
}

const GROUPS = unnestRows<StoredSum>([
  { column: 'id', type: 'uuid', of: ({ id }) => id },
  { column: 'fingerprint', type: 'text', of: ({ sum }) => sum.fingerprint },
  { column: 'workflow_id', type: 'uuid', of: ({ sum }) => sum.workflowId },
  { column: 'block_id', type: 'text', of: ({ sum }) => sum.blockId },
  { column: 'block_name', type: 'text', of: ({ sum }) => sum.blockName },
  { column: 'code', type: 'text', of: ({ sum }) => sum.code },
  { column: 'shape', type: 'text', of: ({ sum }) => sum.shape },
  { column: 'message', type: 'text', of: ({ sum }) => sum.message },
  { column: 'log_id', type: 'uuid', of: ({ sum }) => sum.logId },
  { column: 'n', type: 'integer', of: ({ sum }) => sum.runs.length },
  { column: 'first_ms', type: 'float8', of: ({ sum }) => sum.firstMs },
  { column: 'last_ms', type: 'float8', of: ({ sum }) => sum.lastMs },
  { column: 'last_started_ms', type: 'float8', of: ({ sum }) => sum.lastStartedMs },
  { column: 'reopened_ms', type: 'float8', of: ({ reopenedMs }) => reopenedMs },
]);

const ms = (column: string): string => `to_timestamp(${column} / 1000)`;
const unlessReopened = (column: string): string =>
  `${column} = CASE WHEN excluded.reopened_at IS NULL THEN g.${column} END`;

const STORE_GROUPS = `
INSERT INTO runtime.error_group AS g (id, workspace_id, workflow_id, fingerprint, block_id, block_name, code,
  shape, message, n, first_seen_at, last_seen_at, last_started_at, last_log_id, reopened_at)
SELECT id, $${GROUPS.parameters + 1}::uuid, workflow_id, fingerprint, block_id, block_name, code, shape, message,
  n, ${ms('first_ms')}, ${ms('last_ms')}, ${ms('last_started_ms')}, log_id, ${ms('reopened_ms')}
FROM ${GROUPS.from('s')} ORDER BY id
ON CONFLICT (workspace_id, fingerprint) DO UPDATE SET n = g.n + excluded.n, block_name = excluded.block_name,
  message = excluded.message, last_log_id = excluded.last_log_id,
  first_seen_at = least(g.first_seen_at, excluded.first_seen_at),
  last_seen_at = greatest(g.last_seen_at, excluded.last_seen_at),
  last_started_at = greatest(g.last_started_at, excluded.last_started_at),
  state = CASE WHEN excluded.reopened_at IS NULL THEN g.state ELSE 'new' END,
  reopened_at = coalesce(excluded.reopened_at, g.reopened_at),
  ${['state_at', 'state_by', 'resolved_version', 'ignored_until'].map(unlessReopened).join(', ')}`;

interface GroupRun extends FailedRun {
  groupId: string;
}

const RUNS = unnestRows<GroupRun>([
  { column: 'started_ms', type: 'float8', of: ({ startedMs }) => startedMs },
  { column: 'ended_ms', type: 'float8', of: ({ endedMs }) => endedMs },
  { column: 'log_id', type: 'uuid', of: ({ logId }) => logId },
  { column: 'group_id', type: 'uuid', of: ({ groupId }) => groupId },
  { column: 'workflow_version', type: 'integer', of: ({ version }) => version },
]);

// Without ON CONFLICT, so that a run which was counted before fails the whole step.
const STORE_RUNS = `${insertSelect('runtime.error_group_run', {
  started_at: ms('started_ms'),
  ended_at: ms('ended_ms'),
  log_id: true,
  group_id: true,
  workflow_version: true,
})} FROM ${RUNS.from('r')}`;

const partRows = <Key extends string | number>(type: 'text' | 'integer') =>
  unnestRows<PartSum<Key>>([
    { column: 'group_id', type: 'uuid', of: ({ groupId }) => groupId },
    { column: 'part', type, of: ({ key }) => key },
    { column: 'n', type: 'integer', of: ({ n }) => n },
    { column: 'first_ms', type: 'float8', of: ({ firstMs }) => firstMs },
    { column: 'last_ms', type: 'float8', of: ({ lastMs }) => lastMs },
  ]);
const VERSIONS = partRows<number>('integer');
const TAGS = partRows<string>('text');

/** Adds to the parts of a group that are known, and to others as long as there is room. */
const storeParts = (column: 'version' | 'tag', from: string, most: number): string => `
WITH placed AS (
  SELECT s.*, k.group_id IS NOT NULL AS is_known,
    count(*) FILTER (WHERE k.group_id IS NULL) OVER (PARTITION BY s.group_id ORDER BY s.part) AS place
  FROM ${from} LEFT JOIN runtime.error_group_${column} k ON k.group_id = s.group_id AND k.${column} = s.part
)
INSERT INTO runtime.error_group_${column} AS p (group_id, ${column}, n, first_seen_at, last_seen_at)
SELECT group_id, part, n, ${ms('first_ms')}, ${ms('last_ms')} FROM placed
WHERE is_known OR place + (
  SELECT count(*) FROM runtime.error_group_${column} k WHERE k.group_id = placed.group_id) <= ${most}
ORDER BY group_id, part
ON CONFLICT (group_id, ${column}) DO UPDATE SET n = p.n + excluded.n,
  first_seen_at = least(p.first_seen_at, excluded.first_seen_at),
  last_seen_at = greatest(p.last_seen_at, excluded.last_seen_at)`;
const STORE_VERSIONS = storeParts('version', VERSIONS.from('s'), MAX_VERSIONS_OF_GROUP);
const STORE_TAGS = storeParts('tag', TAGS.from('s'), MAX_TAGS_OF_GROUP);

/** Adds failures to their groups. @returns the groups that are new, or new again */
export async function storeGroups(
  client: ClientBase,
  workspaceId: string,
  groups: readonly CountedGroup[],
): Promise<GroupNews[]> {
  const stored = groups.map(toStore);
  await client.query({
    name: 'error-groups-store',
    text: STORE_GROUPS,
    values: [...GROUPS.values(stored), workspaceId],
  });
  const runs = stored.flatMap(({ id, sum }) => sum.runs.map((run) => ({ ...run, groupId: id })));
  await client.query({ name: 'error-groups-store-runs', text: STORE_RUNS, values: RUNS.values(runs) });
  const versions = stored.flatMap(({ id, sum }) =>
    sumByPart(id, sum.runs, ({ version }) => [version ?? DRAFT]),
  );
  await client.query({
    name: 'error-groups-store-versions',
    text: STORE_VERSIONS,
    values: VERSIONS.values(versions),
  });
  const tags = stored.flatMap(({ id, sum }) => sumByPart(id, sum.runs, (run) => run.tags));
  if (tags.length > 0)
    await client.query({ name: 'error-groups-store-tags', text: STORE_TAGS, values: TAGS.values(tags) });
  return stored.flatMap(newsOf);
}

function toStore({ sum, known }: CountedGroup): StoredSum {
  const contradicting = known === null ? [] : sum.runs.filter((run) => reopens(known, run));
  const reopenedMs =
    contradicting.length === 0 ? null : Math.min(...contradicting.map(({ endedMs }) => endedMs));
  return { sum, known, id: known?.id ?? newId(), reopenedMs };
}

function newsOf({ id: groupId, sum, known, reopenedMs }: StoredSum): GroupNews[] {
  if (known === null) return [{ groupId, kind: 'new', atMs: sum.firstMs }];
  return reopenedMs === null ? [] : [{ groupId, kind: 'reopened', atMs: reopenedMs }];
}
