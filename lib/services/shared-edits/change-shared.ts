import type { PoolClient } from 'pg';
import type { WorkflowSummary } from '../../core/workflow/schema';
import { newId } from '../../platform/ids';
import type { Actor } from '../access/actor';
import {
  insertShared,
  insertUpdate,
  readDocument,
  readShared,
  readUpdates,
  type StoredShared,
  updateShared,
  writeWorkflow,
} from './edit-rows';
import type { EditingThread } from './editing-thread';
import type { Opened } from './open-documents';
import { isOverfull, isToBeMerged, requireShare } from './state-limits';
import type { Edited } from './thread-protocol';

export interface SharedPlace {
  epoch: string;
  seq: number;
  workflow: WorkflowSummary;
}

/** A client's updates of the document that `epoch` identifies. */
export interface Edits {
  epoch: string;
  updates: Uint8Array[];
}

/** A workflow while it is locked. */
interface Locked {
  client: PoolClient;
  thread: EditingThread;
  workflow: WorkflowSummary;
  kept: Opened | undefined;
}

export interface Changed {
  place: SharedPlace;
  /** Of all updates. */
  bytes: number;
  isNews: boolean;
  /** True if the client's edits belong to another document, and were left. */
  isOther: boolean;
}

/** Brings the shared document into step with the stored one, and takes over a client's edits. */
export async function changeShared(actor: Actor, locked: Locked, edits: Edits | null): Promise<Changed> {
  const { client, thread, workflow, kept } = locked;
  const { id } = workflow;
  const row = await readShared(client, id);
  // What is too large is not even read. The workflow's own document has all that is shown.
  if (row === null || isOverfull(row)) return begin(locked, edits);
  const isOpen = kept !== undefined && kept.epoch === row.epoch && kept.seq <= row.seq;
  const missing = isOpen && kept.seq === row.seq ? [] : await readUpdates(client, id, isOpen ? kept.seq : 0);
  const isBehind = row.version !== workflow.version || row.name !== workflow.name;
  const isOther = edits !== null && edits.epoch !== row.epoch;
  const edited = await thread.run({
    kind: 'edit',
    workflowId: id,
    isOpen,
    missing: missing.map((update) => new Uint8Array(Buffer.from(update, 'base64'))),
    saved: isBehind ? { name: workflow.name, text: await readDocument(client, id) } : null,
    edits: isOther ? null : (edits?.updates ?? null),
  });
  if (edited === null) return begin(locked, edits);
  const written = edited.written === null ? workflow : await writeWorkflow(client, actor, id, edited.written);
  const next = await store(client, { ...row, version: written.version, name: written.name }, id, edited);
  if (edited.updates.length === 0 && isBehind) await updateShared(client, id, next);
  return merged({ ...locked, workflow: written }, next, edited, isOther);
}

async function store(
  client: PoolClient,
  row: StoredShared,
  id: string,
  { updates }: Edited,
): Promise<StoredShared> {
  let next = row;
  for (const update of updates) {
    const bytes = await insertUpdate(client, id, { ...next, seq: next.seq + 1 }, update);
    next = { ...next, seq: next.seq + 1, updateBytes: next.updateBytes + bytes };
  }
  return next;
}

/** Merges the updates into one when there are many; begins anew when little of them is shown. */
async function merged(locked: Locked, row: StoredShared, edited: Edited, isOther: boolean): Promise<Changed> {
  const { client, thread, workflow } = locked;
  const { id } = workflow;
  const changed = {
    place: { epoch: row.epoch, seq: row.seq, workflow },
    bytes: row.stateBytes + row.updateBytes,
    isNews: edited.updates.length > 0,
    isOther,
  };
  if (!isToBeMerged(row) && !edited.isHeavy) return changed;
  const { state, isBloated } = await thread.run({ kind: 'state', workflowId: id });
  if (isBloated || edited.isHeavy) return { ...(await begin(locked, null)), isOther };
  const bytes = await insertShared(client, id, row, state);
  await requireShare(client, workflow.workspaceId, bytes);
  return { ...changed, bytes };
}

/** Makes a new shared document of the stored workflow: without a history, and with another epoch. */
async function begin({ client, thread, workflow }: Locked, edits: Edits | null): Promise<Changed> {
  const { id, name, version } = workflow;
  const stored = { name, text: await readDocument(client, id) };
  const { state } = await thread.run({ kind: 'begin', workflowId: id, stored });
  const row = { epoch: newId(), seq: 1, version, name, stateSeq: 1 };
  const bytes = await insertShared(client, id, row, state);
  const place = { epoch: row.epoch, seq: row.seq, workflow };
  return { place, bytes, isNews: true, isOther: edits !== null };
}
