import type { Actor } from '../access/actor';
import { findWorkflow } from '../workflows/find-workflow';
import type { WorkflowSchedule } from './schema';
import { readSchedules, schedulesOf } from './stored-schedule';

/** @throws AppError not_found */
export async function listSchedules(
  actor: Actor,
  { id }: { id: string },
): Promise<{ data: WorkflowSchedule[] }> {
  await findWorkflow(actor, id, 'reader');
  return { data: await schedulesOf(await readSchedules(id)) };
}
