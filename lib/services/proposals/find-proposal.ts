import { withContainers } from '../../core/workflow/containers';
import { migrateDocument } from '../../core/workflow/migrate-document';
import type { WorkflowDocument } from '../../core/workflow/schema';
import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import type { Actor, Role } from '../access/actor';
import { findWorkflow } from '../workflows/find-workflow';
import { proposalOf, SHOWN } from './proposal-row';
import type { Proposal } from './schema';
import { openProposal } from './sealed-proposal';

export interface ProposalKey {
  /** The id of the workflow. */
  id: string;
  proposalId: string;
}

export interface FoundProposal {
  proposal: Proposal;
  workspaceId: string;
  /** Of the draft now. */
  draftVersion: number;
  base: WorkflowDocument;
  document: WorkflowDocument;
}

/**
 * Returns a proposal with its documents, in this version's form.
 * @throws AppError not_found (unknown and foreign alike), forbidden
 */
export async function readProposal(
  actor: Actor,
  { id, proposalId }: ProposalKey,
  least: Role,
): Promise<FoundProposal> {
  const { workspaceId, version: draftVersion } = await findWorkflow(actor, id, least);
  const row = isId(proposalId)
    ? await prisma().workflowProposal.findFirst({
        where: { id: proposalId, workflowId: id },
        select: { ...SHOWN, sealed: true },
      })
    : null;
  if (row === null) throw new AppError('not_found', 'Proposal not found.');
  const { sealed, ...shown } = row;
  // Its id as it is stored: callers may write it in capitals.
  const { base, document } = await openProposal(row.id, sealed);
  return {
    proposal: await proposalOf(shown),
    workspaceId,
    draftVersion,
    base: withContainers(migrateDocument(base)),
    document: withContainers(migrateDocument(document)),
  };
}
