import { prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { recordAudit } from '../audit/record-audit';

const MAX_CHARACTERS = 100;

export interface AuditedCall {
  workspaceId: string;
  tool: string;
  /** The id of a workflow as the agent gave it; null where the call names none. */
  workflowId: string | null;
  /** Why it was refused: a code of an error; null if it was not. */
  refusal: string | null;
}

/** Records a call of an agent, whether it was answered or refused. */
export async function auditCall(
  actor: Actor,
  { workspaceId, tool, workflowId, refusal }: AuditedCall,
): Promise<void> {
  const named = tool.slice(0, MAX_CHARACTERS).toWellFormed().replaceAll('\0', '');
  const about = workflowId?.slice(0, MAX_CHARACTERS).toWellFormed().replaceAll('\0', '');
  await recordAudit(prisma(), actor, {
    workspaceId,
    action: refusal === null ? 'agent.called' : 'agent.refused',
    target: about || named,
    detail: refusal === null ? { tool: named } : { tool: named, refusal },
  });
}
