import { applyChange } from '../../core/assistant/apply-change';
import type { ProposedChange } from '../../core/assistant/change';
import { placeAdded } from '../../core/proposals/place-added';
import { withContainers } from '../../core/workflow/containers';
import { isNewer, newerDocumentWords } from '../../core/workflow/migrate-document';
import type { WorkflowDocument } from '../../core/workflow/schema';
import { AppError } from '../../platform/errors';
import { newId } from '../../platform/ids';
import { jsonLength } from '../../platform/text/json-length';
import { type Actor, mayPropose } from '../access/actor';
import { holdWorkflow } from '../run-tests/change-tests';
import { defineVerb } from '../verbs/define-verb';
import { assertSavable } from '../workflows/assert-savable';
import { readWorkflow } from '../workflows/find-workflow';
import { isSameDocument } from '../workflows/same-document';
import { openDocument } from '../workflows/stored-document';
import { changeProposals, deleteOldProposals, requireRoomForProposal } from './change-proposals';
import { proposalOf, SHOWN } from './proposal-row';
import { MAX_PROPOSED_BYTES, type Proposal } from './schema';
import { sealProposal } from './sealed-proposal';

export interface CreateProposal {
  /** The id of the workflow. */
  id: string;
  words: string;
  /** Of the draft that it is based on; the present one unless given. */
  version?: number | undefined;
  /** What changes, or the document as it would be. */
  proposed: ProposedChange | WorkflowDocument;
}

/**
 * Keeps a change of a draft, which stays as it is.
 * @throws AppError not_found, forbidden, invalid_request, payload_too_large, quota_exceeded; conflict when
 * the draft was saved since, or nothing would change
 */
export const createProposal = defineVerb({
  role: 'writer',
  quota: 'proposals',
  audit: 'proposal.created',
  transaction: changeProposals,
  async run(
    actor: Actor,
    { id, words, version, proposed }: CreateProposal,
    change,
  ): Promise<{ data: Proposal }> {
    const draft = await readWorkflow(actor, id, 'writer');
    const { id: workflowId, workspaceId, version: baseVersion } = draft;
    if (!mayPropose(actor))
      throw new AppError('forbidden', 'This API key lacks the scope workflows:propose.');
    if (version !== undefined && version !== baseVersion) throw movedOn(version, baseVersion);
    const base = openDocument(workflowId, draft.document);
    const document = await proposedDocument(base, proposed);
    const proposalId = newId();
    const { sealed, bytes } = await sealProposal(proposalId, { base, document });
    const row = await change({ workspaceId, workflowId }, async (tx) => {
      await holdWorkflow(tx, workflowId);
      await deleteOldProposals(tx, workflowId);
      await requireRoomForProposal(tx, { workspaceId, bytes });
      const by = { createdById: actor.userId, keyId: actor.keyId ?? null };
      const data = { id: proposalId, workflowId, baseVersion, words, sealed, bytes, ...by };
      const result = await tx.workflowProposal.create({ data, select: SHOWN });
      return { result, audit: { target: workflowId, detail: { proposal: proposalId } } };
    });
    return { data: await proposalOf(row) };
  },
});

/** @throws AppError invalid_request, payload_too_large; conflict when nothing would change */
async function proposedDocument(
  base: WorkflowDocument,
  proposed: CreateProposal['proposed'],
): Promise<WorkflowDocument> {
  if (isNewer(base)) throw new AppError('invalid_request', newerDocumentWords(base.schemaVersion));
  const whole = 'removedBlocks' in proposed ? placeAdded(base, applyChange(base, proposed)) : proposed;
  const document = withContainers(whole);
  if (jsonLength(document, MAX_PROPOSED_BYTES) > MAX_PROPOSED_BYTES) throw tooLarge();
  await assertSavable(document, async () => base);
  if (await isSameDocument(base, document))
    throw new AppError('conflict', 'The proposal would change nothing.');
  return document;
}

/** The draft is not what a proposal, or what somebody read, is based on. */
export const movedOn = (read: number, now: number): AppError =>
  new AppError(
    'conflict',
    read > now
      ? `The workflow has no version ${read} yet; it is at version ${now}. Read it again.`
      : `The draft was saved since: it is at version ${now}, and this is based on version ${read}. ` +
          'Read it again, and propose the change anew.',
    { extensions: { currentVersion: now } },
  );

const tooLarge = (): AppError =>
  new AppError('payload_too_large', 'A proposed workflow may have 1 MB. Change this one in the editor.');
