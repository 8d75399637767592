import { Outgrown, ReferenceBudget, ROOM_ON_THE_EVENT_LOOP } from '../../core/references/reference-budget';
import type { Fault } from '../../core/rehearsal/fault';
import { pathOf } from '../../core/rehearsal/plan-rehearsal';
import { rehearseCase } from '../../core/rehearsal/rehearse-case';
import type { RecordedRun } from '../../core/replay/recorded-run';
import type { ExpectationRule } from '../../core/run-tests/rule';
import { AppError } from '../../platform/errors';
import type { Actor } from '../access/actor';
import { findLog } from '../logs/get-log';
import type { Replayed } from '../replay/replay-recorded';
import { changeTests } from '../run-tests/change-tests';
import { insertingTest } from '../run-tests/insert-test';
import { type ContentOf, contentOf, readForTest } from '../run-tests/recorded-content';
import { requireLogsToo } from '../run-tests/require-logs-too';
import type { RunTest } from '../run-tests/schema';
import { testOf } from '../run-tests/test-row';
import { defineVerb } from '../verbs/define-verb';
import { findWorkflow } from '../workflows/find-workflow';
import { type AskedRehearsal, plannedRehearsal } from './planned-rehearsal';

/** A test replays three times: without the fault, with it, and to see what it expects. */
const TIMEOUT_MS = 15_000;

interface ChosenCase extends AskedRehearsal {
  step: string;
  fault: Fault;
  path: string | null;
}

export interface KeepRehearsed extends ChosenCase {
  /** The id of the log. */
  id: string;
  name: string;
  tags: string[];
  rules: ExpectationRule[];
}

/**
 * Keeps a run with one fault as a test of its workflow, which expects what the rehearsed version gives.
 * @throws AppError not_found, forbidden, payload_too_large, request_timeout, quota_exceeded; conflict when
 * there is no such case, it can't be a test, or the name is taken
 */
export const keepRehearsed = defineVerb({
  role: 'writer',
  quota: 'runTests',
  audit: 'test.kept',
  transaction: changeTests,
  async run(
    actor: Actor,
    { id, name, tags, rules, ...chosen }: KeepRehearsed,
    change,
  ): Promise<{ data: RunTest; doubts: Replayed['doubts'] }> {
    requireLogsToo(actor);
    // Checks the actor's access.
    const log = await findLog(actor, id);
    const { workspaceId } = await findWorkflow(actor, log.workflowId, 'writer');
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { content, doubts } = await contentOf(await rehearsedRun(log.id, chosen, signal), signal);
    const { workflowId } = log;
    const described = { workspaceId, workflowId, logId: log.id, name, tags, rules };
    const row = await change({ workspaceId, workflowId }, await insertingTest(actor, described, content));
    return { data: testOf(row), doubts };
  },
});

/** Returns the run with the fault, as if it had been recorded. */
async function rehearsedRun(
  logId: string,
  { step, fault, path, ...asked }: ChosenCase,
  signal: AbortSignal,
): Promise<ContentOf> {
  const run = await readForTest(logId);
  const { recorded, workspaceId } = run;
  try {
    const budget = () => new ReferenceBudget(ROOM_ON_THE_EVENT_LOOP);
    const { plan, compiled, version } = await plannedRehearsal(run, asked, { signal, budget });
    const chosen = plan.cases.find(
      (one) => one.request.step === step && one.fault === fault && pathOf(one) === path,
    );
    if (chosen === undefined)
      throw new AppError(
        'conflict',
        'A rehearsal of this run with this seed has no such case. Rehearse it again.',
      );
    const { replayed } = await rehearseCase(plan, chosen, signal);
    if (signal.aborted)
      throw new AppError('request_timeout', 'The run takes too long with this fault to be a test.');
    if (replayed.unanswered.size > 0)
      throw new AppError(
        'conflict',
        'With this fault the run sends a request that nothing recorded answers, so a test could not answer it.',
      );
    const { traceSpans, loggedOutput, error } = replayed.outcome;
    return {
      workspaceId,
      compiled,
      version,
      recorded: {
        executionId: recorded.executionId,
        spans: traceSpans,
        wholes: new Map([...recorded.wholes].filter(([id]) => id !== step)),
        output: loggedOutput,
        error: error as RecordedRun['error'],
      },
    };
  } catch (error) {
    if (!(error instanceof Outgrown)) throw error;
    throw new AppError('payload_too_large', 'Its values take more memory than a test may use.');
  }
}
