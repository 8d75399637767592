import { z } from 'zod';
import { differenceWords } from '../../core/run-tests/difference-words';
import type { TestDifference } from '../../core/run-tests/test-difference';
import { AppError } from '../../platform/errors';
import { writeJson } from '../../platform/text/json-text';
import { findLog } from '../logs/get-log';
import { listLogs } from '../logs/list-logs';
import { LogsRequest, pageOf } from '../logs/logs-request';
import { MOST_REPLAYED_RUNS } from '../proposals/schema';
import {
  rehearseProposal,
  replayProposal,
  replayRunOfProposal,
  testProposal,
} from '../proposals/try-proposal';
import { rehearseLog } from '../rehearsal/rehearse-log';
import { runTests } from '../run-tests/run-tests';
import type { TestRun } from '../run-tests/schema';
import { defineTool, OfProposal, OfWorkflow, type ToolContext, workflowHere } from './define-tool';
import { proposalHere } from './propose-tools';
import { draftFor } from './read-tools';
import { asData } from './untrusted-data';

const MOST_TOLD = 50;
const OfRun = z.string().max(100).describe('The id of a log of this workflow.');
const OfEither = {
  ...OfWorkflow,
  proposal_id: z.string().max(100).optional().describe('Of the draft unless given.'),
};

const testsTool = defineTool({
  name: 'run_tests',
  description:
    'Runs the tests of a workflow on its draft or on a proposal. Recorded answers are used: nothing is sent.',
  scopes: ['logs:read'],
  isCostly: true,
  input: z.strictObject(OfEither),
  async run(context, { workflow_id: id, proposal_id: proposalId }) {
    const { actor, signal } = context;
    await hiddenFor(context, { id, proposalId });
    const { data } =
      proposalId === undefined
        ? await runTests(actor, { id, version: 'draft' }, signal)
        : await testProposal(actor, { id, proposalId, hides: true }, signal);
    const { total, passed, failed } = data;
    return {
      text: `${passed} of ${total} tests pass.\n${asData(masked(context, testLines(context, data)))}`,
      facts: { total, passed, failed },
    };
  },
});

function testLines(context: ToolContext, { results }: TestRun): string {
  const lines = results.flatMap(({ name, status, problem, differences, doubts }) => [
    `${status}: ${name}`,
    ...(problem === null ? [] : [`  ${problem}`]),
    ...(status === 'passed' ? [] : differences.map((each) => `  ${differenceWords(shown(context, each))}`)),
    ...(status === 'passed' ? [] : doubts.map(({ message }) => `  may differ anyway: ${message}`)),
  ]);
  return lines.join('\n') || 'There are no tests.';
}

/** Hides before values are shortened: half of a secret is not found. */
function shown(
  context: ToolContext,
  { expected, actual, nearest, ...where }: TestDifference,
): TestDifference {
  return {
    ...where,
    ...(expected !== undefined && { expected: withoutHidden(context, expected) }),
    ...(actual !== undefined && { actual: withoutHidden(context, actual) }),
    nearest: nearest && { ...nearest, request: withoutHidden(context, nearest.request) },
  };
}

const replayTool = defineTool({
  name: 'replay_proposal',
  description:
    'Replays the last runs of a workflow with a proposal and counts those that come out the same. Recorded ' +
    'answers are used: nothing is sent. With `log_id`, one run in detail.',
  scopes: ['logs:read'],
  isCostly: true,
  input: z.strictObject({
    ...OfProposal,
    runs: z.number().int().min(1).max(MOST_REPLAYED_RUNS).default(20),
    log_id: OfRun.optional(),
  }),
  async run(context, { workflow_id: id, proposal_id: proposalId, runs, log_id: logId }) {
    const { actor, signal } = context;
    await hiddenFor(context, { id, proposalId });
    const key = { id, proposalId, hides: true };
    if (logId !== undefined) {
      const { data } = await replayRunOfProposal(actor, { ...key, logId }, signal);
      const { result, status, error, output, differenceCount } = data;
      const differences = data.differences.slice(0, MOST_TOLD);
      const told = { status, error, output, differences, doubts: data.doubts };
      return {
        text: `The run comes out ${result}.\n${asData(maskedJson(context, told))}`,
        facts: { result, differences: differenceCount },
      };
    }
    const { data } = await replayProposal(actor, { ...key, runs }, signal);
    const { groups, ...counts } = data;
    return {
      text:
        `${counts.total} runs: ${counts.same} the same, ${counts.different} different, ` +
        `${counts.unknown} not known, ${counts.skipped} skipped.\n` +
        asData(maskedJson(context, groups.slice(0, MOST_TOLD))),
      facts: counts,
    };
  },
});

const rehearseTool = defineTool({
  name: 'rehearse',
  description:
    'Replays one run with a fault at each of its requests (refused, timeout, 429, 500, broken answers) on ' +
    'the draft or a proposal, and says what should be mended. Nothing is sent. The last run unless ' +
    '`log_id` is given.',
  scopes: ['logs:read'],
  isCostly: true,
  input: z.strictObject({ ...OfEither, log_id: OfRun.optional() }),
  async run(context, { workflow_id: id, proposal_id: proposalId, log_id: given }) {
    const { actor, signal } = context;
    await hiddenFor(context, { id, proposalId });
    const logId = await logOf(context, { id, given });
    const { data } =
      proposalId === undefined
        ? await rehearseLog(actor, { id: logId, version: 'draft', seed: 1 }, signal)
        : await rehearseProposal(actor, { id, proposalId, logId, seed: 1, hides: true }, signal);
    const { cases, caseCount, findingCount, notes } = data;
    const findings = cases.filter(({ finding }) => finding !== null).slice(0, MOST_TOLD);
    const lines = [...findings.map(({ finding, words }) => `${finding}: ${words}`), ...notes];
    return {
      text:
        `${cases.length} of ${caseCount} cases of the run ${logId} were rehearsed, ${findingCount} should be ` +
        `mended.\n${asData(masked(context, lines.join('\n') || 'nothing'))}`,
      facts: { cases: cases.length, findings: findingCount },
    };
  },
});

/** Notes what must not be told. @throws AppError not_found, payload_too_large */
async function hiddenFor(
  context: ToolContext,
  { id, proposalId }: { id: string; proposalId: string | undefined },
): Promise<void> {
  if (proposalId === undefined) await draftFor(context, id);
  else await proposalHere(context, { id, proposalId });
}

/** Returns the given log of the workflow, by default the last. @throws AppError not_found, conflict */
async function logOf(
  context: ToolContext,
  { id, given }: { id: string; given: string | undefined },
): Promise<string> {
  const { actor, workspaceId } = context;
  const { id: workflowId } = await workflowHere(context, id);
  if (given !== undefined) {
    const log = await findLog(actor, given);
    if (log.workflowId !== workflowId) throw new AppError('not_found', 'This workflow has no such log.');
    return log.id;
  }
  const query = { workspaceId, workflowIds: workflowId, limit: '1' };
  const [last] = (await listLogs(actor, pageOf(LogsRequest.parse(query)))).data;
  if (last === undefined) throw new AppError('conflict', 'This workflow has no run that could be rehearsed.');
  return last.id;
}

function masked({ hidden }: ToolContext, text: string): string {
  if (hidden === undefined) throw new Error('What must be hidden is not known.');
  return hidden.text(text);
}

const maskedJson = (context: ToolContext, value: unknown): string =>
  masked(context, writeJson(withoutHidden(context, value)));

function withoutHidden({ hidden }: ToolContext, value: unknown): unknown {
  if (hidden === undefined) throw new Error('What must be hidden is not known.');
  return hidden.value(JSON.parse(writeJson(value ?? null)));
}

export const tryTools = [testsTool, replayTool, rehearseTool];
