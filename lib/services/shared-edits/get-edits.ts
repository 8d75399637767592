import type { WorkflowSummary } from '../../core/workflow/schema';
import { NO_ROOM, type Room } from '../../platform/http/answer-room';
import { pool } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { findWorkflow } from '../workflows/find-workflow';
import { summaryOf } from '../workflows/workflow-row';
import { readShared, readUpdates, type StoredShared } from './edit-rows';
import { inShared } from './open-shared';
import type { SharedUpdates } from './schema';
import { isOverfull } from './state-limits';

/** The state of a shared document that a client has. */
export interface Known {
  epoch?: string | undefined;
  since?: number | undefined;
}

/** Larger ones wait for room in memory. */
const LARGE_BYTES = 1024 * 1024;
/** The bytes as they are read, their text and the response. */
const COPIES = 3;

/**
 * Returns the updates a client lacks after `since`; all of them if its state is of another document.
 * @throws AppError not_found, forbidden, unavailable
 */
export async function getEdits(
  actor: Actor,
  { id, ...known }: Known & { id: string },
  room: Room = NO_ROOM,
): Promise<{ data: SharedUpdates }> {
  const workflow = summaryOf(await findWorkflow(actor, id, 'writer'));
  const place = await placeInStep(actor, workflow);
  return { data: await updatesSince(place, known, room) };
}

type Place = Omit<SharedUpdates, 'updates'>;

/** Returns the state of the shared document, after bringing it into step with the stored one. */
async function placeInStep(actor: Actor, workflow: WorkflowSummary): Promise<Place> {
  const row = await readShared(pool(), workflow.id);
  if (row !== null && !isOverfull(row) && row.version === workflow.version && row.name === workflow.name)
    return { epoch: row.epoch, seq: row.seq, workflow };
  return inShared(actor, workflow.id);
}

async function updatesSince(place: Place, { epoch, since = 0 }: Known, room: Room): Promise<SharedUpdates> {
  const from = epoch === place.epoch ? since : 0;
  if (from === place.seq) return { ...place, updates: [] };
  const { id, workspaceId } = place.workflow;
  const bytes = bytesSince(await readShared(pool(), id), from);
  if (bytes > LARGE_BYTES) await room.roomFor(workspaceId, COPIES * bytes);
  return { ...place, updates: await readUpdates(pool(), id, from) };
}

const bytesSince = (row: StoredShared | null, since: number): number =>
  row === null ? 0 : row.updateBytes + (row.stateSeq > since ? row.stateBytes : 0);
