import type { Actor } from '../auth/actor';
import { findWorkflow } from './find-workflow';
import { workflowOf } from './workflow-row';

export async function getWorkflow(actor: Actor, { id }: { id: string }) {
  return { data: workflowOf(await findWorkflow(actor, id, 'reader')) };
}
