import { LRUCache } from 'lru-cache';
import { type CompiledWorkflow, compileSteps } from '../../../core/engine/compile-workflow';
import { migrateDocument } from '../../../core/workflow/migrate-document';
import type { WorkflowDocument } from '../../../core/workflow/schema';
import { open } from '../../../platform/encryption/encryption';
import { inSlices } from '../../../platform/in-slices';
import { pool } from '../../../platform/postgres/db';
import { onNotification } from '../../../platform/postgres/notify';
import { processSingleton } from '../../../platform/process-singleton';
import { createTtlCache, type TtlCache } from '../../../platform/ttl-cache';
import { openDocument } from '../../workflows/stored-document';
import type { VersionChoice } from '../shapes/requested-run';
import { limitsOfStored, type RunLimits, type StoredLimits } from '../shapes/run-limits';
import type { StartHold, WaitingCallers } from '../shapes/start-hold';
import { ensureSnapshot, snapshotOf } from './workflow-snapshot';

/** All that starting a run needs to know of a workflow, made once a version. */
export interface RunnableWorkflow {
  workflowId: string;
  workspaceId: string;
  /** Plan holder: the workspace's owner. */
  holderId: string;
  snapshotHash: string;
  /** The published version that this is; null: the draft. */
  version: number | null;
  compiled: CompiledWorkflow;
  /** What keeps its runs from starting; null also once that is being released. */
  hold: StartHold | null;
  /** The limits of its runs at once; null: no rules. */
  limits: RunLimits | null;
  /** True if logs of its runs redact values, so that their inputs are stored sealed; absent if nobody has looked. */
  sealsInput?: boolean;
}

/** A workflow whose versions can be run. */
export interface RunnableVersions {
  workspaceId: string;
  liveVersion: number | null;
  /** True if it was published, and no version is live any more. */
  isUnpublished: boolean;
  /**
   * Without a choice the live version, and the draft of a workflow that was never published. Null: there is
   * no such version, or without a choice none is live any more.
   */
  choose(choice?: VersionChoice): Promise<RunnableWorkflow | null>;
}

const MAX_CACHED = 1_000;
/** The longest that an entry may be stale, in case a notification of a change was lost. */
const MAX_AGE_MS = 5_000;

// The draft is read only where callers run it: with a live version most never ask for it. Of two holds the
// one that refuses callers counts ('refuse' sorts last). One that is being released lets callers in who wait:
// they have no place in its order.
const READ_WORKFLOW = `
SELECT w.workspace_id, s.owner_id, w.live_version, encode(v.snapshot_hash, 'hex') AS live_hash,
  u.is_unpublished, CASE WHEN v.number IS NULL AND NOT u.is_unpublished THEN w.document END AS document,
  k.waiting_callers, k.is_own AS is_hold_own, to_jsonb(l) AS limits,
  cardinality(s.redact_names || s.redact_paths || w.redact_names || w.redact_paths) > 0 AS redacts
FROM workflow w JOIN workspace s ON s.id = w.workspace_id
LEFT JOIN workflow_version v ON v.workflow_id = w.id AND v.number = w.live_version
LEFT JOIN runtime.run_limit l ON l.workflow_id = w.id
CROSS JOIN LATERAL (
  SELECT w.live_version IS NULL AND EXISTS (SELECT FROM workflow_version o WHERE o.workflow_id = w.id)
    AS is_unpublished
) u
CROSS JOIN LATERAL (
  SELECT max(h.waiting_callers) AS waiting_callers, bool_or(h.workflow_id IS NOT NULL) AS is_own
  FROM runtime.hold h
  WHERE h.workspace_id = w.workspace_id AND (h.workflow_id IS NULL OR h.workflow_id = w.id)
    AND h.released_at IS NULL
) k
WHERE w.id = $1 AND w.deleted_at IS NULL`;

const READ_DRAFT = 'SELECT document FROM workflow WHERE id = $1 AND deleted_at IS NULL';

const READ_VERSION = `
SELECT encode(snapshot_hash, 'hex') AS hash FROM workflow_version WHERE workflow_id = $1 AND number = $2`;

const READ_SNAPSHOT = `
SELECT state, sealed FROM runtime.workflow_snapshot WHERE workflow_id = $1 AND hash = $2`;

interface Caches {
  current: TtlCache<RunnableVersions | null>;
  compiled: LRUCache<string, CompiledWorkflow>;
  /** Documents that are being compiled now. */
  compiling: Map<string, Promise<CompiledWorkflow>>;
}

const caches = (): Caches =>
  processSingleton('runnable-workflows', () => {
    const current = createTtlCache({
      load,
      keeps: (found) => found !== null,
      maxAgeMs: MAX_AGE_MS,
      maxEntries: MAX_CACHED,
    });
    for (const channel of ['workflow', 'redaction'] as const)
      onNotification(channel, (id) => (id === '' ? current.clear() : current.forget(id)));
    return { current, compiled: new LRUCache({ max: MAX_CACHED }), compiling: new Map() };
  });

/** The workflow as it is now; null when there is none. */
export function runnableVersions(workflowId: string): Promise<RunnableVersions | null> {
  // Authors’ blocks may name it in capitals.
  return caches().current.get(workflowId.toLowerCase());
}

/**
 * Returns what callers run: the live version, or the draft of a workflow that was never published. Its
 * snapshot is on disk.
 */
export async function runnableWorkflow(workflowId: string): Promise<RunnableWorkflow | null> {
  return (await runnableVersions(workflowId))?.choose() ?? null;
}

interface WorkflowRow {
  workspace_id: string;
  owner_id: string;
  live_version: number | null;
  live_hash: string | null;
  is_unpublished: boolean;
  document: unknown;
  waiting_callers: WaitingCallers | null;
  is_hold_own: boolean | null;
  limits: StoredLimits | null;
  redacts: boolean;
}

async function load(workflowId: string): Promise<RunnableVersions | null> {
  const { rows } = await pool().query<WorkflowRow>({
    name: 'read-runnable-workflow',
    text: READ_WORKFLOW,
    values: [workflowId],
  });
  const [row] = rows;
  if (row === undefined) return null;
  const { workspace_id: workspaceId, live_version: liveVersion, live_hash: liveHash } = row;
  const limits = row.limits === null ? null : limitsOfStored(row.limits);
  const whose = {
    workflowId,
    workspaceId,
    holderId: row.owner_id,
    hold: holdIn(row),
    limits,
    sealsInput: row.redacts,
  };
  const ofVersion = async (version: number, hash: string): Promise<RunnableWorkflow> => ({
    ...whose,
    version,
    snapshotHash: hash,
    compiled: await compiledSnapshot(workflowId, hash),
  });
  const ofDraft = async (stored: unknown): Promise<RunnableWorkflow> => ({
    ...whose,
    version: null,
    ...(await compiledDraft(workflowId, stored)),
  });
  const ofDefault = (): Promise<RunnableWorkflow> =>
    liveVersion === null || liveHash === null ? ofDraft(row.document) : ofVersion(liveVersion, liveHash);
  const byDefault = row.is_unpublished ? null : await ofDefault();
  const chosen = keptOnce<'draft' | number, RunnableWorkflow>(async (choice) => {
    if (choice === 'draft') {
      const { rows: drafts } = await pool().query<{ document: unknown }>(READ_DRAFT, [workflowId]);
      return drafts[0] === undefined ? null : ofDraft(drafts[0].document);
    }
    const { rows: found } = await pool().query<{ hash: string }>(READ_VERSION, [workflowId, choice]);
    return found[0] === undefined ? null : ofVersion(choice, found[0].hash);
  });
  return {
    workspaceId,
    liveVersion,
    isUnpublished: row.is_unpublished,
    async choose(choice) {
      const wanted = choice === 'live' ? liveVersion : choice;
      if (wanted === undefined) return byDefault;
      if (wanted === null) return null;
      const isDefault = byDefault !== null && wanted === (byDefault.version ?? 'draft');
      return isDefault ? byDefault : chosen(wanted);
    },
  };
}

const holdIn = ({ waiting_callers: waitingCallers, is_hold_own: isOwn }: WorkflowRow): StartHold | null =>
  waitingCallers === null ? null : { waitingCallers, isOfWorkflow: isOwn === true };

/** Loads each value once; what is missing, or could not be loaded, is looked for again. */
function keptOnce<K, V>(loadOne: (key: K) => Promise<V | null>): (key: K) => Promise<V | null> {
  const kept = new Map<K, Promise<V | null>>();
  return async (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const loading = loadOne(key);
    kept.set(key, loading);
    const forget = () => void kept.delete(key);
    loading.then((value) => value === null && forget(), forget);
    return loading;
  };
}

async function compiledDraft(
  workflowId: string,
  stored: unknown,
): Promise<Pick<RunnableWorkflow, 'snapshotHash' | 'compiled'>> {
  const document = openDocument(workflowId, stored);
  const snapshot = await snapshotOf(workflowId, document);
  await ensureSnapshot(snapshot);
  return { snapshotHash: snapshot.hash, compiled: await compiledDocument(snapshot.hash, document) };
}

/** A stored snapshot, compiled: what a queued execution runs, however the workflow has changed since. */
export async function compiledSnapshot(workflowId: string, hash: string): Promise<CompiledWorkflow> {
  const { compiled, compiling } = caches();
  const known = compiled.get(hash) ?? compiling.get(hash);
  return known ?? compiledDocument(hash, await readSnapshot(workflowId, hash));
}

/** The exact document of a snapshot, with each config as this version of Millrace writes it. */
export async function readSnapshot(workflowId: string, hash: string): Promise<WorkflowDocument> {
  const { rows } = await pool().query<{ state: string; sealed: Buffer | null }>(READ_SNAPSHOT, [
    workflowId,
    Buffer.from(hash, 'hex'),
  ]);
  const [row] = rows;
  if (row === undefined) throw new Error(`Snapshot ${hash} of workflow ${workflowId} is gone.`);
  const document: WorkflowDocument = JSON.parse(row.sealed === null ? row.state : open(row.sealed));
  return migrateDocument(document);
}

/** Compiles in slices; concurrent callers wait for the same result. */
function compiledDocument(
  hash: string,
  document: WorkflowDocument,
): CompiledWorkflow | Promise<CompiledWorkflow> {
  const { compiled, compiling } = caches();
  const known = compiled.get(hash) ?? compiling.get(hash);
  if (known !== undefined) return known;
  const made = inSlices(compileSteps(document))
    .then((one) => {
      compiled.set(hash, one);
      return one;
    })
    .finally(() => compiling.delete(hash));
  compiling.set(hash, made);
  return made;
}
