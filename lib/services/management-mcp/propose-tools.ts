import { z } from 'zod';
import { ProposedChange } from '../../core/assistant/change';
import { readAnswer } from '../../core/assistant/read-answer';
import { diffText } from '../../core/proposals/diff-text';
import { bothDocuments, restoredDocument, shownDocument } from '../../core/proposals/shown-document';
import { diffDocuments } from '../../core/workflow/diff-documents';
import { WorkflowDocument } from '../../core/workflow/schema';
import { AppError } from '../../platform/errors';
import { inSlices } from '../../platform/in-slices';
import { writeJson } from '../../platform/text/json-text';
import { someText } from '../../platform/text/storable-text';
import { connectionIds } from '../connections/list-connections';
import { createProposal, movedOn } from '../proposals/create-proposal';
import { type FoundProposal, readProposal } from '../proposals/find-proposal';
import { hiddenIn } from '../proposals/hidden-for-agents';
import { checkProposed } from '../proposals/list-proposals';
import { ProposalWords } from '../proposals/schema';
import { readVariables } from '../variables/read-variables';
import { defineTool, OfProposal, OfWorkflow, type ToolContext, workflowHere } from './define-tool';
import { type AgentDraft, draftFor } from './read-tools';
import { asData } from './untrusted-data';

const MOST_ISSUES = 12;
/** The same without its name in the OpenAPI document, which clients of MCP would have to look up. */
const Change = z.strictObject(ProposedChange.shape);

const proposeTool = defineTool({
  name: 'propose_change',
  description:
    'Keeps a change of a draft as a proposal, which somebody may apply; the draft stays as it is. Answers with ' +
    'the id of the proposal, its problems, what to look at, and what differs. Give either `change` or ' +
    '`document`. In `change`, `blocks` holds new blocks, and of blocks that are there only the settings that ' +
    'change, each whole; null takes one back to its default. Leave each [[hidden-…]] in the setting where it ' +
    'stands. Never write a secret: write {{NAME}}.',
  input: z.strictObject({
    ...OfWorkflow,
    version: z.number().int().min(1).describe('Of the draft that you read.'),
    explanation: ProposalWords.describe('What the change is for, for the person who decides.'),
    change: Change.optional(),
    document: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('The whole document as it would be, made of what read_workflow gave as `document`.'),
  }),
  async run(context, { workflow_id: id, version, explanation, change, document }) {
    if ((change === undefined) === (document === undefined))
      throw new AppError('invalid_request', 'Give either `change` or `document`.');
    const draft = await draftFor(context, id);
    if (draft.version !== version) throw movedOn(version, draft.version);
    const proposed =
      change === undefined
        ? await wholeDocument(draft, document)
        : await checkedChange(context, draft, { explanation, change });
    const { data } = await createProposal(context.actor, { id, words: explanation, version, proposed });
    const found = await proposalHere(context, { id, proposalId: data.id });
    const told = await describeProposal(context, found);
    return {
      text: `It is proposal ${data.id}. Nothing is applied.\n${told.text}`,
      facts: { proposalId: data.id, ...told.facts },
    };
  },
});

/** @throws AppError invalid_request with what is wrong with it, conflict */
async function checkedChange(
  { workspaceId }: ToolContext,
  { document, hidden }: AgentDraft,
  answer: { explanation: string; change: z.output<typeof Change> },
): Promise<z.output<typeof Change>> {
  const { values } = await readVariables({ workspaceId, environment: 'draft' });
  const known = { variables: [...values.keys()], connections: await connectionIds(workspaceId) };
  const read = await inSlices(readAnswer(writeJson(answer), { document, hidden, known }));
  if (!read.ok) throw unusable(read.problems);
  if (read.change === null) throw new AppError('conflict', 'The proposal would change nothing.');
  requireNoMark(read.change);
  return read.change;
}

/** @throws AppError invalid_request with what is wrong with it */
async function wholeDocument(
  { document: base, hidden }: AgentDraft,
  given: unknown,
): Promise<WorkflowDocument> {
  // Numbers of many digits become those that documents have.
  const read = WorkflowDocument.safeParse(JSON.parse(writeJson(given)));
  if (!read.success)
    throw unusable(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
  const restored = await inSlices(restoredDocument(read.data, base, hidden));
  if (!restored.ok) throw unusable(restored.problems);
  requireNoMark(restored.document);
  return restored.document;
}

/** A mark that is left over is of another version, or invented. @throws AppError invalid_request */
function requireNoMark(proposed: object): void {
  if (someText(proposed, (text) => text.includes('[[hidden-'))) throw unusable([LEFT_OVER]);
}

const LEFT_OVER =
  'A mark [[hidden-…]] is not of this version. It can only be left in the setting where it stands: read the ' +
  'workflow again.';

const unusable = (problems: readonly string[]): AppError =>
  new AppError(
    'invalid_request',
    `This can’t be proposed:\n${problems
      .slice(0, MOST_ISSUES)
      .map((problem) => `- ${problem}`)
      .join('\n')}`,
  );

const checkTool = defineTool({
  name: 'check_proposal',
  description: 'Says whether a proposal can be applied, what is wrong with it, and what to look at.',
  input: z.strictObject(OfProposal),
  async run(context, { workflow_id: id, proposal_id: proposalId }) {
    return describeProposal(context, await proposalHere(context, { id, proposalId }), { withDiff: false });
  },
});

const diffTool = defineTool({
  name: 'show_diff',
  description: 'Shows what differs between a proposal and the draft that it is based on.',
  input: z.strictObject(OfProposal),
  async run(context, { workflow_id: id, proposal_id: proposalId }) {
    return describeProposal(context, await proposalHere(context, { id, proposalId }));
  },
});

/** Returns a proposal of this workspace, and notes what must not be told of it. @throws AppError not_found */
export async function proposalHere(
  context: ToolContext,
  key: { id: string; proposalId: string },
): Promise<FoundProposal> {
  await workflowHere(context, key.id);
  const found = await readProposal(context.actor, key, 'reader');
  context.hidden = await hiddenIn(found.workspaceId, bothDocuments(found.base, found.document));
  return found;
}

/** Describes a proposal for an agent, without hidden values. */
async function describeProposal(
  { hidden }: ToolContext,
  found: FoundProposal,
  { withDiff = true }: { withDiff?: boolean } = {},
) {
  if (hidden === undefined) throw new Error('What must be hidden is not known.');
  const { base, document, proposal } = found;
  const { problems, cautions } = await checkProposed(found);
  const isNew = problems.filter((problem) => problem.isNew);
  const lines = [
    ...isNew.map(({ severity, blockId, message }) =>
      hidden.text(`new ${severity}${blockId === null ? '' : ` at block ${blockId}`}: ${message}`),
    ),
    ...cautions.map((caution) => hidden.text(`look at: ${caution}`)),
  ];
  if (withDiff) {
    const before = await inSlices(shownDocument(base, hidden));
    const after = await inSlices(shownDocument(document, hidden));
    lines.push(diffText(diffDocuments(before, after)));
  }
  const moved = proposal.isMoved
    ? ' The draft was saved since, so it can no longer be applied: propose it anew.'
    : '';
  return {
    text:
      `The proposal is ${proposal.state}, based on version ${proposal.baseVersion}.${moved} ` +
      `It has ${isNew.length} new problems and ${cautions.length} things to look at.\n` +
      asData(lines.join('\n') || 'nothing'),
    facts: {
      state: proposal.state,
      isMoved: proposal.isMoved,
      newProblems: isNew.length,
      cautions: cautions.length,
    },
  };
}

export const proposeTools = [proposeTool, checkTool, diffTool];
