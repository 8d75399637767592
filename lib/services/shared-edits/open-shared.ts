import { LRUCache } from 'lru-cache';
import type { PoolClient } from 'pg';
import {
  newSharedDocument,
  openSharedDocument,
  type SharedDocument,
} from '../../core/shared-document/shared-document';
import { withoutContainers } from '../../core/workflow/containers';
import { SCHEMA_VERSION } from '../../core/workflow/migrate-document';
import type { WorkflowSummary } from '../../core/workflow/schema';
import { AppError } from '../../platform/errors';
import { isId, newId } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import { inTransaction } from '../../platform/postgres/in-transaction';
import { notifyThisServer } from '../../platform/postgres/notify';
import { processSingleton } from '../../platform/process-singleton';
import { type Actor, hasRole, requireRole } from '../access/actor';
import { openDocument } from '../workflows/stored-document';
import {
  insertShared,
  insertUpdate,
  lockWorkflow,
  readDocument,
  readShared,
  readUpdates,
  type SharedRow,
  updateShared,
} from './edit-rows';

/** A shared document that is open in this process, with the updates known to it. */
interface Opened {
  epoch: string;
  seq: number;
  shared: SharedDocument;
}

const MOST_OPEN = 64;
/** The number of updates after which they are merged into one. */
const MAX_UPDATES = 200;

export const openedDocuments = () =>
  processSingleton('shared-documents', () => new LRUCache<string, Opened>({ max: MOST_OPEN }));
const turns = () => processSingleton('shared-documents-turns', () => new Map<string, Promise<unknown>>());

/** Runs one at a time in this process, so that the next finds the document open. */
async function inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
  const before = turns().get(id) ?? Promise.resolve();
  const mine = before.then(work, work);
  turns().set(id, mine);
  try {
    return await mine;
  } finally {
    if (turns().get(id) === mine) turns().delete(id);
  }
}

/** A workflow's shared document while it is locked. */
export interface LockedShared {
  client: PoolClient;
  workflow: WorkflowSummary;
  epoch: string;
  shared: SharedDocument;
}

/** The result of `edit`: its updates, and the workflow as written. */
export interface SharedEdit {
  updates: readonly Uint8Array[];
  workflow: WorkflowSummary;
}

export interface SharedPlace {
  epoch: string;
  seq: number;
  workflow: WorkflowSummary;
}

/**
 * Brings the shared document into step with the stored one, which may have been saved as a whole, then lets
 * `edit` change both. Everything is committed, or nothing.
 * @throws AppError not_found, forbidden, and the errors of `edit`
 */
export function inShared(
  actor: Actor,
  id: string,
  edit?: (locked: LockedShared) => Promise<SharedEdit>,
): Promise<SharedPlace> {
  return inTurn(id, async () => {
    const kept = openedDocuments().get(id);
    // Until the commit the document in memory differs from the stored one.
    openedDocuments().delete(id);
    const { place, open, isNews } = await inTransaction(pool(), async (client) => {
      const workflow = isId(id) ? await lockWorkflow(client, id) : null;
      if (workflow === null || !hasRole(actor, workflow.workspaceId, 'reader'))
        throw new AppError('not_found', 'Workflow not found.');
      requireRole(actor, workflow.workspaceId, 'writer');
      return change(client, workflow, kept, edit);
    });
    openedDocuments().set(id, open);
    if (isNews) await notifyThisServer('workflow', id);
    return place;
  });
}

async function change(
  client: PoolClient,
  workflow: WorkflowSummary,
  kept: Opened | undefined,
  edit: ((locked: LockedShared) => Promise<SharedEdit>) | undefined,
): Promise<{ place: SharedPlace; open: Opened; isNews: boolean }> {
  const { id } = workflow;
  const row = (await readShared(client, id)) ?? (await begin(client, workflow));
  const { epoch } = row;
  const shared = await openAt(client, id, row, kept);
  const updates: Uint8Array[] = [];
  const isOld = shared.current.document.schemaVersion < SCHEMA_VERSION;
  const isBehind = row.version !== workflow.version || row.name !== workflow.name;
  if (isOld || isBehind) {
    const document = withoutContainers(openDocument(id, await readDocument(client, id)));
    const update = shared.change({ name: workflow.name, document });
    if (update !== null) updates.push(update);
  }
  const done = await edit?.({ client, workflow, epoch, shared });
  updates.push(...(done?.updates ?? []));
  const at = done?.workflow ?? workflow;
  let next: SharedRow = { ...row, version: at.version, name: at.name };
  for (const update of updates) {
    next = { ...next, seq: next.seq + 1 };
    await insertUpdate(client, id, next, update);
  }
  if (updates.length === 0 && isBehind) await updateShared(client, id, next);
  const open = await compact(client, id, next, shared);
  const place = { epoch: open.epoch, seq: open.seq, workflow: at };
  return { place, open, isNews: updates.length > 0 };
}

async function begin(client: PoolClient, { id, name, version }: WorkflowSummary): Promise<SharedRow> {
  const document = withoutContainers(openDocument(id, await readDocument(client, id)));
  const row = { epoch: newId(), seq: 1, version, name, stateSeq: 1 };
  await insertShared(client, id, row, newSharedDocument({ name, document }).state());
  return row;
}

async function openAt(
  client: PoolClient,
  id: string,
  { epoch, seq }: SharedRow,
  kept: Opened | undefined,
): Promise<SharedDocument> {
  if (kept === undefined || kept.epoch !== epoch || kept.seq > seq)
    return openSharedDocument(await readUpdates(client, id, 0));
  if (kept.seq < seq) kept.shared.apply(await readUpdates(client, id, kept.seq));
  return kept.shared;
}

async function compact(
  client: PoolClient,
  id: string,
  row: SharedRow,
  shared: SharedDocument,
): Promise<Opened> {
  const { epoch, seq } = row;
  if (seq - row.stateSeq <= MAX_UPDATES) return { epoch, seq, shared };
  await insertShared(client, id, row, shared.state());
  return { epoch, seq, shared };
}
