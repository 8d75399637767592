import { redactDocument } from '../../core/engine/masker';
import { type Actor, mayEdit } from '../access/actor';
import { readWorkflow } from './find-workflow';
import { workflowOf } from './workflow-row';

/** Returns it; typed credentials are `***` for those who may not edit it. @throws AppError not_found */
export async function getWorkflow(actor: Actor, { id }: { id: string }) {
  const data = workflowOf(await readWorkflow(actor, id, 'reader'));
  if (mayEdit(actor, data.workspaceId, 'workflows:write')) return { data };
  return { data: { ...data, document: redactDocument(data.document) } };
}
