import { z } from 'zod';
import { differenceWords } from '../../core/run-tests/difference-words';
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
const Optional = {
  ...OfWorkflow,
  proposal_id: z.string().max(100).optional().describe('Of the draft unless given.'),
};

const testsTool = defineTool({
  name: 'run_tests',
  description:
    'Runs the tests of a workflow on its draft or on a proposal. Recorded answers are used: nothing is sent.',
  scopes: ['logs:read'],
  isCostly: true,
  input: z.strictObject(Optional),
  async run(context, { workflow_id: id, proposal_id: proposalId }) {
    const { actor, signal } = context;
    await hiddenFor(context, { id, proposalId });
    const { data } =
      proposalId === undefined
        ? await runTests(actor, { id, version: 'draft' }, signal)
        : await testProposal(actor, { id, proposalId, hides: true }, signal);
    const { total, passed, failed } = data;
    return {
      text: `${passed} of ${total} tests pass.\n${asData(masked(context, testLines(data)))}`,
      facts: { total, passed, failed },
    };
  },
});

function testLines({ results }: TestRun): string {
  const lines = results.flatMap(({ name, status, problem, differences, doubts }) => [
    `${status}: ${name}`,
    ...(problem === null ? [] : [`  ${problem}`]),
    ...(status === 'passed' ? [] : differences.map((difference) => `  ${differenceWords(difference)}`)),
    ...(status === 'passed' ? [] : doubts.map(({ message }) => `  may differ anyway: ${message}`)),
  ]);
  return lines.join('\n') || 'There are no tests.';
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
        `${counts.total} runs: ${counts.same} the same, ${counts.different} different, ${counts.unknown} not ` +
        `known, ${counts.skipped} skipped.\n${asData(maskedJson(context, groups.slice(0, MOST_TOLD)))}`,
      facts: counts,
    };
  },
});

const rehearseTool = defineTool({
  name: 'rehearse',
  description:
    'Replays one run with a fault at each of its requests (refused, timeout, 429, 500, broken answers) on the ' +
    'draft or a proposal, and says what should be mended. Nothing is sent. The last run unless `log_id` is given.',
  scopes: ['logs:read'],
  isCostly: true,
  input: z.strictObject({ ...Optional, log_id: OfRun.optional() }),
  async run(context, { workflow_id: id, proposal_id: proposalId, log_id: given }) {
    const { actor, signal } = context;
    await hiddenFor(context, { id, proposalId });
    const logId = given === undefined ? await lastLog(context, id) : await logHere(context, { id, logId: given });
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

/** @throws AppError not_found */
async function logHere(
  context: ToolContext,
  { id, logId }: { id: string; logId: string },
): Promise<string> {
  const workflow = await workflowHere(context, id);
  const log = await findLog(context.actor, logId);
  if (log.workflowId !== workflow.id) throw new AppError('not_found', 'This workflow has no such log.');
  return log.id;
}

/** @throws AppError conflict */
async function lastLog({ actor, workspaceId }: ToolContext, workflowId: string): Promise<string> {
  const query = { workspaceId, workflowIds: workflowId, limit: '1' };
  const { data } = await listLogs(actor, pageOf(LogsRequest.parse(query)));
  const [last] = data;
  if (last === undefined) throw new AppError('conflict', 'This workflow has no run that could be rehearsed.');
  return last.id;
}

function masked({ hidden }: ToolContext, text: string): string {
  if (hidden === undefined) throw new Error('What must be hidden is not known.');
  return hidden.text(text);
}

const maskedJson = (context: ToolContext, value: unknown): string =>
  masked(context, writeJson(context.hidden?.value(value) ?? null));

export const tryTools = [testsTool, replayTool, rehearseTool];
