import { LRUCache } from 'lru-cache';
import { type CompiledWorkflow, compileWorkflow } from '../../core/engine/compile-workflow';
import { migrateDocument } from '../../core/workflow/migrate-document';
import type { WorkflowDocument } from '../../core/workflow/schema';
import { open } from '../../platform/encryption/encryption';
import { pool } from '../../platform/postgres/db';
import { onNotification } from '../../platform/postgres/notify';
import { processSingleton } from '../../platform/process-singleton';
import { createTtlCache, type TtlCache } from '../../platform/ttl-cache';
import { openDocument } from '../workflows/stored-document';
import { ensureSnapshot, snapshotOf } from './workflow-snapshot';

/** All that starting a run needs to know of a workflow, made once a version. */
export interface RunnableWorkflow {
  workflowId: string;
  workspaceId: string;
  /** Plan holder: the workspace's owner. */
  holderId: string;
  snapshotHash: string;
  compiled: CompiledWorkflow;
}

const MAX_CACHED = 1_000;
/** In case an announcement of a change was lost. */
const MAX_AGE_MS = 5_000;

const READ_WORKFLOW = `
SELECT w.workspace_id, s.owner_id, w.document FROM workflow w JOIN workspace s ON s.id = w.workspace_id
WHERE w.id = $1 AND w.deleted_at IS NULL`;

const READ_SNAPSHOT = `
SELECT state, sealed FROM runtime.workflow_snapshot WHERE workflow_id = $1 AND hash = $2`;

interface Caches {
  current: TtlCache<RunnableWorkflow | null>;
  compiled: LRUCache<string, CompiledWorkflow>;
}

const caches = (): Caches =>
  processSingleton('runnable-workflows', () => {
    const current = createTtlCache({
      load,
      keeps: (found) => found !== null,
      maxAgeMs: MAX_AGE_MS,
      maxEntries: MAX_CACHED,
    });
    onNotification('workflow', (id) => (id === '' ? current.clear() : current.forget(id)));
    return { current, compiled: new LRUCache({ max: MAX_CACHED }) };
  });

/** The workflow as it is now; null when there is none. Its snapshot is on disk. */
export function runnableWorkflow(workflowId: string): Promise<RunnableWorkflow | null> {
  return caches().current.get(workflowId);
}

async function load(workflowId: string): Promise<RunnableWorkflow | null> {
  const { rows } = await pool().query<{ workspace_id: string; owner_id: string; document: unknown }>({
    name: 'read-runnable-workflow',
    text: READ_WORKFLOW,
    values: [workflowId],
  });
  const [row] = rows;
  if (row === undefined) return null;
  const document = openDocument(workflowId, row.document);
  const snapshot = snapshotOf(workflowId, document);
  await ensureSnapshot(snapshot);
  return {
    workflowId,
    workspaceId: row.workspace_id,
    holderId: row.owner_id,
    snapshotHash: snapshot.hash,
    compiled: compiledDocument(snapshot.hash, document),
  };
}

/** A stored snapshot, compiled: what a queued execution runs, however the workflow has changed since. */
export async function compiledSnapshot(workflowId: string, hash: string): Promise<CompiledWorkflow> {
  const cached = caches().compiled.get(hash);
  if (cached !== undefined) return cached;
  const { rows } = await pool().query<{ state: string; sealed: Buffer | null }>(READ_SNAPSHOT, [
    workflowId,
    Buffer.from(hash, 'hex'),
  ]);
  const [row] = rows;
  if (row === undefined) throw new Error(`Snapshot ${hash} of workflow ${workflowId} is gone.`);
  const document: WorkflowDocument = JSON.parse(row.sealed === null ? row.state : open(row.sealed));
  return compiledDocument(hash, migrateDocument(document));
}

function compiledDocument(hash: string, document: WorkflowDocument): CompiledWorkflow {
  const cached = caches().compiled.get(hash);
  if (cached !== undefined) return cached;
  const compiled = compileWorkflow(document);
  caches().compiled.set(hash, compiled);
  return compiled;
}
