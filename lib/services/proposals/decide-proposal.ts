import type { WorkflowSummary } from '../../core/workflow/schema';
import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { type Actor, mayEdit } from '../access/actor';
import { defineVerb } from '../verbs/define-verb';
import { saveWorkflow } from '../workflows/save-workflow';
import { changeProposals } from './change-proposals';
import { movedOn } from './create-proposal';
import { type FoundProposal, type ProposalKey, readProposal } from './find-proposal';
import { proposalOf, SHOWN } from './proposal-row';
import type { Proposal, ProposalState } from './schema';

/**
 * Makes the proposed document the draft, as a save of it. Of somebody who applies it and another who rejects it at
 * once, the first wins: the draft is saved by then.
 * @throws AppError not_found, forbidden; conflict when it is decided already, or the draft was saved since
 */
export const applyProposal = defineVerb({
  role: 'writer',
  quota: { none: 'It replaces the draft.' },
  audit: 'proposal.applied',
  transaction: changeProposals,
  async run(
    actor: Actor,
    key: ProposalKey,
    change,
  ): Promise<{ data: Proposal; workflow: Pick<WorkflowSummary, 'id' | 'version'> }> {
    const found = await readProposal(actor, key, 'writer');
    requireEditor(actor, found);
    const { proposal, workspaceId, document, draftVersion } = found;
    const { id: proposalId, workflowId, baseVersion } = proposal;
    requireOpen(proposal.state);
    if (draftVersion !== baseVersion) throw movedOn(baseVersion, draftVersion);
    // Outside of the transaction, which holds a connection that saving needs too.
    const saved = (await saveWorkflow(actor, { id: workflowId, document, version: baseVersion })).data;
    const row = await change({ workspaceId, workflowId }, async (tx) => {
      const result = await decide(tx, actor, { proposalId, state: 'applied' });
      const detail = { proposal: proposalId, version: saved.version };
      return { result, audit: { target: workflowId, detail } };
    });
    return { data: await proposalOf(row), workflow: { id: workflowId, version: saved.version } };
  },
});

/**
 * Decides that it is not applied.
 * @throws AppError not_found, forbidden; conflict when it is decided already
 */
export const rejectProposal = defineVerb({
  role: 'writer',
  quota: { none: 'It makes room.' },
  audit: 'proposal.rejected',
  transaction: changeProposals,
  async run(actor: Actor, key: ProposalKey, change): Promise<{ data: Proposal }> {
    const found = await readProposal(actor, key, 'writer');
    requireEditor(actor, found);
    const { proposal, workspaceId } = found;
    const { id: proposalId, workflowId } = proposal;
    const row = await change({ workspaceId, workflowId }, async (tx) => {
      await lockOpen(tx, proposalId);
      const result = await decide(tx, actor, { proposalId, state: 'rejected' });
      return { result, audit: { target: workflowId, detail: { proposal: proposalId } } };
    });
    return { data: await proposalOf(row) };
  },
});

/** A key that may only propose decides nothing. @throws AppError forbidden */
function requireEditor(actor: Actor, { workspaceId }: FoundProposal): void {
  if (!mayEdit(actor, workspaceId, 'workflows:write'))
    throw new AppError('forbidden', 'This API key lacks the scope workflows:write.');
}

/** Keeps others from deciding meanwhile. @throws AppError not_found, conflict */
async function lockOpen(tx: Prisma.TransactionClient, proposalId: string): Promise<void> {
  const [row] = await tx.$queryRaw<Array<{ state: ProposalState }>>`
    SELECT state FROM workflow_proposal WHERE id = ${proposalId}::uuid FOR UPDATE`;
  if (row === undefined) throw new AppError('not_found', 'Proposal not found.');
  requireOpen(row.state);
}

/** @throws AppError conflict */
function requireOpen(state: ProposalState): void {
  if (state !== 'open') throw new AppError('conflict', `This proposal was ${state} already.`);
}

const decide = (
  tx: Prisma.TransactionClient,
  { userId }: Actor,
  { proposalId, state }: { proposalId: string; state: ProposalState },
) =>
  tx.workflowProposal.update({
    where: { id: proposalId },
    data: { state, decidedAt: new Date(), decidedById: userId },
    select: SHOWN,
  });
