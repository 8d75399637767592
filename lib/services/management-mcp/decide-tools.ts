import { z } from 'zod';
import { AppError } from '../../platform/errors';
import { applyProposal } from '../proposals/decide-proposal';
import { inTestTurn, runAll } from '../run-tests/run-tests';
import { compiledSnapshot } from '../runs/compiled/runnable-workflow';
import { ensureSnapshot, snapshotOf } from '../runs/compiled/workflow-snapshot';
import { publishWorkflow } from '../versions/publish-workflow';
import { VersionNote } from '../versions/schema';
import { readWorkflow } from '../workflows/find-workflow';
import { openDocument } from '../workflows/stored-document';
import { defineTool, OfProposal, OfWorkflow, type ToolContext, workflowHere } from './define-tool';
import { proposalHere } from './propose-tools';

const MOST_NAMED = 5;

const applyTool = defineTool({
  name: 'apply_proposal',
  description:
    'Makes a proposal the draft. It is refused if the draft was saved since. It publishes nothing.',
  scopes: ['workflows:write'],
  input: z.strictObject(OfProposal),
  async run(context, { workflow_id: id, proposal_id: proposalId }) {
    await proposalHere(context, { id, proposalId });
    const { workflow } = await applyProposal(context.actor, { id, proposalId });
    const { version } = workflow;
    return { text: `The proposal is applied: the draft is at version ${version}.`, facts: { version } };
  },
});

const publishTool = defineTool({
  name: 'publish',
  description:
    'Publishes the draft of a workflow that has tests, if all of them pass: callers run it from then on.',
  scopes: ['workflows:publish', 'logs:read'],
  isCostly: true,
  input: z.strictObject({ ...OfWorkflow, note: VersionNote.default('').describe('What is new in it.') }),
  async run(context, { workflow_id: id, note }) {
    await workflowHere(context, id);
    const version = await testedDraft(context, id);
    // Refused if the draft was saved since its tests ran.
    const { data } = await publishWorkflow(context.actor, { id, note, version });
    return { text: `Version ${data.number} is live.`, facts: { liveVersion: data.number } };
  },
});

/**
 * Runs all tests on the stored draft.
 * @returns its version @throws AppError conflict if it has none, or one fails
 */
async function testedDraft({ actor, workspaceId, signal }: ToolContext, id: string): Promise<number> {
  const draft = await readWorkflow(actor, id, 'writer');
  const snapshot = await snapshotOf(draft.id, openDocument(draft.id, draft.document));
  await ensureSnapshot(snapshot);
  const compiled = await compiledSnapshot(draft.id, snapshot.hash);
  const tested = { workspaceId, compiled, version: null };
  const { results, total, failed } = await inTestTurn(workspaceId, () =>
    runAll(draft.id, tested, {}, signal),
  );
  if (total === 0)
    throw new AppError(
      'conflict',
      'This workflow has no tests, so it is for a person to publish it. Somebody can keep a run as a test.',
    );
  if (failed === 0) return draft.version;
  const failing = results.filter(({ status }) => status === 'failed').slice(0, MOST_NAMED);
  const names = failing.map(({ name }) => `“${name}”`).join(', ');
  throw new AppError('conflict', `${failed} of ${total} tests fail: ${names}. Nothing is published.`);
}

export const decideTools = [applyTool, publishTool];
