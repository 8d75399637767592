import { AppError } from '../../platform/errors';
import { FairGate } from '../../platform/fair-gate';
import { isId } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import { inTransaction } from '../../platform/postgres/in-transaction';
import { notifyThisServer } from '../../platform/postgres/notify';
import { processSingleton } from '../../platform/process-singleton';
import { type Actor, hasRole, requireRole } from '../access/actor';
import { type Changed, changeShared, type Edits, type SharedPlace } from './change-shared';
import { documentBytes, lockWorkflow, readShared } from './edit-rows';
import { inLane } from './editing-lanes';
import type { EditingThread } from './editing-thread';
import { keepOpened, type Opened, openedBytes, takeOpened } from './open-documents';
import { isOverfull } from './state-limits';

/** Edits of one document are made one at a time in this process, so that the next finds it open. */
const documentGate = (): FairGate =>
  processSingleton(
    'shared-documents-turns',
    () => new FairGate({ limit: Number.POSITIVE_INFINITY, ownLimit: 1 }),
  );

/**
 * Brings the shared document into step with the stored one, which may have been saved as a whole, then takes
 * over a client's edits. Everything is committed, or nothing.
 * @throws AppError not_found, forbidden, conflict, and those of `takeOver` and `EditingThread`
 */
export async function inShared(actor: Actor, id: string, edits: Edits | null = null): Promise<SharedPlace> {
  if (!isId(id)) throw new AppError('not_found', 'Workflow not found.');
  return documentGate().run(id, async () => {
    const bytes = (openedBytes(id) ?? (await storedBytes(id))) + bytesOf(edits?.updates ?? []);
    return inLane(actor.userId, bytes, (thread) => inThread(actor, { id, thread, edits }));
  });
}

async function storedBytes(id: string): Promise<number> {
  const row = await readShared(pool(), id);
  return row === null || isOverfull(row) ? documentBytes(pool(), id) : row.stateBytes + row.updateBytes;
}

const bytesOf = (updates: readonly Uint8Array[]): number =>
  updates.reduce((sum, { length }) => sum + length, 0);

interface Editing {
  id: string;
  thread: EditingThread;
  edits: Edits | null;
}

async function inThread(actor: Actor, editing: Editing): Promise<SharedPlace> {
  const { id, thread } = editing;
  const kept = takeOpened(id);
  const known = kept?.thread === thread ? kept : undefined;
  if (known === undefined) kept?.thread.close(id);
  const { place, bytes, isNews, isOther } = await changed(actor, editing, known);
  keepOpened(id, { epoch: place.epoch, seq: place.seq, thread, bytes });
  if (isNews) await notifyThisServer('workflow', id);
  // Said after the commit, because what the document was brought into step with is kept.
  if (isOther) throw new AppError('conflict', 'The edits of this workflow were begun anew; read them again.');
  return place;
}

async function changed(
  actor: Actor,
  { id, thread, edits }: Editing,
  kept: Opened | undefined,
): Promise<Changed> {
  try {
    return await inTransaction(pool(), async (client) => {
      const workflow = await lockWorkflow(client, id);
      if (workflow === null || !hasRole(actor, workflow.workspaceId, 'reader'))
        throw new AppError('not_found', 'Workflow not found.');
      requireRole(actor, workflow.workspaceId, 'writer');
      return changeShared(actor, { client, thread, workflow, kept }, edits);
    });
  } catch (error) {
    // The one in the thread may have been changed.
    thread.close(id);
    throw error;
  }
}
