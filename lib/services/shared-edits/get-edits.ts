import type { WorkflowSummary } from '../../core/workflow/schema';
import { pool } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { findWorkflow } from '../workflows/find-workflow';
import { summaryOf } from '../workflows/workflow-row';
import { readShared, readUpdates } from './edit-rows';
import { inShared } from './open-shared';
import type { SharedUpdates } from './schema';

/** The state of a shared document that a client has. */
export interface Known {
  epoch?: string | undefined;
  since?: number | undefined;
}

/**
 * Returns the updates a client lacks after `since`; all of them if its state is of another document.
 * @throws AppError not_found, forbidden
 */
export async function getEdits(actor: Actor, { id, ...known }: Known & { id: string }) {
  const workflow = summaryOf(await findWorkflow(actor, id, 'writer'));
  const place = await placeInStep(actor, workflow);
  return { data: await updatesSince(place, known) };
}

type Place = Omit<SharedUpdates, 'updates'>;

/** Returns the state of the shared document, after bringing it into step with the stored one. */
async function placeInStep(actor: Actor, workflow: WorkflowSummary): Promise<Place> {
  const row = await readShared(pool(), workflow.id);
  if (row !== null && row.version === workflow.version && row.name === workflow.name)
    return { epoch: row.epoch, seq: row.seq, workflow };
  return inShared(actor, workflow.id);
}

async function updatesSince(place: Place, { epoch, since = 0 }: Known): Promise<SharedUpdates> {
  const from = epoch === place.epoch ? since : 0;
  if (from === place.seq) return { ...place, updates: [] };
  const updates = await readUpdates(pool(), place.workflow.id, from);
  return { ...place, updates: updates.map((update) => Buffer.from(update).toString('base64')) };
}
