import { createHash } from 'node:crypto';
import { blockDefinitions } from '../../core/blocks/registry/definitions';
import { referencesAt, textsAt } from '../../core/blocks/whole-outputs-at';
import {
  type AffectedReference,
  affectedReferences,
  type BlockKinds,
  stepsOf,
} from '../../core/drift/affected-references';
import { LEARNING_ANSWERS } from '../../core/drift/learn-answer';
import { Profile, type Trial } from '../../core/drift/profile';
import type { WorkflowDocument } from '../../core/workflow/schema';
import { logsPool } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { readLimits } from '../limits/read-limits';
import type { Limits } from '../limits/schema';
import { findWorkflow } from '../workflows/find-workflow';
import { openDocument } from '../workflows/stored-document';
import type { DriftState, UpstreamChange } from './schema';

const MAX_CHANGES = 200;
/** Profiles with changes that one response reads. */
const MAX_PROFILES = 50;
/** Consecutive responses without a change after which it is over. */
const OVER_AFTER = 20;

interface DriftAnswer {
  data: UpstreamChange[];
  state: DriftState;
  limits: Limits;
}

/** Lists a workspace's changes, newest first. @throws AppError forbidden */
export async function listDrift(
  actor: Actor,
  { workspaceId }: { workspaceId: string },
): Promise<DriftAnswer> {
  requireRole(actor, workspaceId, 'reader');
  return read(workspaceId, null);
}

/** Lists the changes of one workflow. @throws AppError not_found */
export async function listWorkflowDrift(actor: Actor, { id }: { id: string }): Promise<DriftAnswer> {
  const { workspaceId } = await findWorkflow(actor, id, 'reader');
  return read(workspaceId, id);
}

// The latest request of each block, as a draft and live: an author's change supersedes the rest.
const READ_STATE = `
WITH latest AS (
  SELECT DISTINCT ON (workflow_id, block_id, environment) workflow_id, answers FROM runtime.answer_profile p
  JOIN workflow w ON w.id = p.workflow_id AND w.deleted_at IS NULL
  WHERE p.workspace_id = $1::uuid AND ($2::uuid IS NULL OR p.workflow_id = $2)
  ORDER BY workflow_id, block_id, environment, seen_at DESC
)
SELECT (SELECT count(*) FROM latest)::integer AS watched,
  (SELECT count(*) FROM latest WHERE answers < ${LEARNING_ANSWERS})::integer AS learning,
  greatest(0, coalesce((SELECT n FROM runtime.workspace_feed WHERE workspace_id = $1), 0)
    - coalesce((SELECT seq FROM runtime.drift_progress WHERE workspace_id = $1), 0)
  )::integer AS "pendingRuns"`;

const READ_CHANGED = `
SELECT p.*, w.name AS workflow_name FROM (
  SELECT DISTINCT ON (workflow_id, block_id, environment)
    workflow_id, block_id, block_name, request, environment, changes, seen_at, profile
  FROM runtime.answer_profile
  WHERE workspace_id = $1::uuid AND ($2::uuid IS NULL OR workflow_id = $2)
  ORDER BY workflow_id, block_id, environment, seen_at DESC
) p JOIN workflow w ON w.id = p.workflow_id AND w.deleted_at IS NULL
WHERE p.changes > 0 ORDER BY p.seen_at DESC LIMIT ${MAX_PROFILES}`;

const READ_DOCUMENTS = `
SELECT w.id, w.document AS draft, s.state AS live FROM workflow w
LEFT JOIN workflow_version v ON v.workflow_id = w.id AND v.number = w.live_version
LEFT JOIN runtime.workflow_snapshot s ON s.workflow_id = v.workflow_id AND s.hash = v.snapshot_hash
WHERE w.id = ANY ($1::uuid[]) AND w.deleted_at IS NULL`;

interface ChangedRow {
  workflow_id: string;
  workflow_name: string;
  block_id: string;
  block_name: string;
  request: string;
  environment: 'draft' | 'live';
  profile: string;
}

type Documents = Partial<Record<'live' | 'draft', WorkflowDocument>>;

async function read(workspaceId: string, workflowId: string | null): Promise<DriftAnswer> {
  const values = [workspaceId, workflowId];
  const [limits, state, changed] = await Promise.all([
    readLimits(workspaceId),
    logsPool().query<DriftState>({ name: 'drift-state', text: READ_STATE, values }),
    logsPool().query<ChangedRow>({ name: 'drift-changed', text: READ_CHANGED, values }),
  ]);
  const documents = await readDocuments([...new Set(changed.rows.map((row) => row.workflow_id))]);
  const data = changed.rows
    .flatMap((row) => changesOf(row, documents.get(row.workflow_id) ?? {}))
    .sort((a, b) => Number(b.ongoing) - Number(a.ongoing) || b.firstSeenAt.localeCompare(a.firstSeenAt))
    .slice(0, MAX_CHANGES);
  return { data, state: state.rows[0]!, limits };
}

async function readDocuments(ids: readonly string[]): Promise<Map<string, Documents>> {
  if (ids.length === 0) return new Map();
  const { rows } = await logsPool().query<{ id: string; draft: unknown; live: string | null }>({
    name: 'drift-documents',
    text: READ_DOCUMENTS,
    values: [ids],
  });
  return new Map(
    rows.map(({ id, draft, live }) => {
      const liveDocument = live === null ? {} : { live: JSON.parse(live) as WorkflowDocument };
      return [id, { draft: openDocument(id, draft), ...liveDocument }];
    }),
  );
}

/** Returns the id of one change of one request; it is stable while the change lasts. */
export function changeId(
  { workflow_id, block_id, request }: Pick<ChangedRow, 'workflow_id' | 'block_id' | 'request'>,
  { path, event }: Pick<Trial, 'path' | 'event'>,
): string {
  const name = JSON.stringify([workflow_id, block_id, request, path, event]);
  return createHash('sha256').update(name).digest('hex').slice(0, 32);
}

function changesOf(row: ChangedRow, documents: Documents): UpstreamChange[] {
  const { trials } = Profile.parse(JSON.parse(row.profile));
  return trials.filter(({ foundMs }) => foundMs !== null).map((trial) => changeOf(row, trial, documents));
}

function changeOf(row: ChangedRow, trial: Trial, documents: Documents): UpstreamChange {
  const { statusClass, path, kind } = placeOf(trial);
  const { block_id: blockId } = row;
  const block = (documents[row.environment] ?? documents.draft)?.blocks[blockId];
  const before = Object.entries(trial.before)
    .filter(([event]) => event !== 'missing')
    .sort(([, a], [, b]) => b - a)
    .map(([event]) => event)
    .slice(0, 10);
  const instant = (ms: number) => new Date(ms).toISOString();
  return {
    id: changeId(row, trial),
    workflowId: row.workflow_id,
    workflowName: row.workflow_name,
    blockId,
    blockName: block?.name ?? row.block_name,
    environment: row.environment,
    statusClass,
    path,
    kind,
    before,
    now: trial.event,
    answersBefore: trial.clean,
    answersSince: trial.answers,
    answersWithIt: trial.hits,
    ongoing: trial.sinceLast < OVER_AFTER,
    firstSeenAt: instant(trial.firstMs),
    lastSeenAt: instant(trial.lastMs),
    firstLogId: trial.firstLogId,
    lastLogId: trial.lastLogId,
    references: (['live', 'draft'] as const).flatMap((document) =>
      referencesIn(documents[document], blockId, path, trial.event).map((reference) => ({
        document,
        ...reference,
      })),
    ),
  };
}

const referencesIn = (
  document: WorkflowDocument | undefined,
  blockId: string,
  path: string,
  event: string,
): AffectedReference[] =>
  document === undefined
    ? []
    : affectedReferences(
        document,
        blockId,
        { steps: stepsOf(`.${path}`), event },
        { containerKind: (type) => blockDefinitions.get(type)?.container, referencesIn: referencesInField },
      );

const referencesInField: BlockKinds['referencesIn'] = (type, { field, value, slugs }) => {
  const described = blockDefinitions.get(type)?.fields.find(({ name }) => name === field);
  return [...textsAt(described, value, field)].map(({ text, place }) => ({
    text,
    references: referencesAt(text, place, slugs),
  }));
};

/** Splits a path: `2xx body.items[].price` → `data.items[].price` of 2xx. */
function placeOf({ path, event }: Trial): Pick<UpstreamChange, 'statusClass' | 'path' | 'kind'> {
  if (path === 'status') return { statusClass: null, path: 'status', kind: 'status' };
  const [statusClass, place] = [path.slice(0, 3), path.slice(4)];
  if (place === 'contentType') return { statusClass, path: 'headers["content-type"]', kind: 'contentType' };
  const kind = event === 'missing' || event === 'null' ? event : 'type';
  return { statusClass, path: `data${place.slice('body'.length)}`, kind };
}
