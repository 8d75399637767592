import type { BlockError } from '../../../core/blocks/block';
import type { CalledWorkflow } from '../../../core/blocks/outside-work';
import type { ExactResult, OutsideCall } from '../../../core/engine/ports';
import { noteKey } from '../../../core/engine/request-key';
import { isAppError } from '../../../platform/errors';
import { isId } from '../../../platform/ids';
import { pool, relaxedPool } from '../../../platform/postgres/db';
import { thisProcess } from '../../../platform/postgres/process-lease';
import { withDatabaseRetry } from '../../../platform/postgres/with-database-retry';
import { parseExact } from '../../../platform/text/exact-number';
import { writeJson } from '../../../platform/text/json-text';
import { type RunnableWorkflow, runnableVersions } from '../compiled/runnable-workflow';
import type { Caller, CallWorkflow, Execution } from '../execution/execute-run';
import { LARGE_BYTES } from '../isolated/large-values';
import { cancelTree } from '../reading/cancel-tree';
import { findAnswer, type RecordedAnswer, recordedAnswer } from '../reading/recorded-answer';
import { insertExecutions } from '../recording/insert-executions';
import type { RunResult } from '../schema';
import { type ExecutionRow, executionRow } from '../shapes/execution-row';
import type { RunEnd } from '../shapes/run-end';
import { isHeld } from '../shapes/start-hold';
import { traceparentOfStep } from '../telemetry/trace-of-run';
import { idOfStep } from '../waits/called-ids';

/** Levels below the first run. */
export const MAX_CALL_DEPTH = 10;
const UNIQUE_VIOLATION = '23505';
const MIB = 1024 * 1024;

const NOT_FOUND: BlockError = {
  code: 'WORKFLOW_NOT_FOUND',
  message: 'The chosen workflow doesn’t exist: it was deleted, or it belongs to another workspace.',
  field: 'workflowId',
};
const UNPUBLISHED: BlockError = {
  code: 'WORKFLOW_UNPUBLISHED',
  message: 'The chosen workflow is unpublished: none of its versions is live. Publish it, or choose another.',
  field: 'workflowId',
};
const HELD: BlockError = {
  code: 'WORKFLOW_HELD',
  message: 'The chosen workflow is on hold, so it was not started. Release it, then run this one again.',
  field: 'workflowId',
};
const TOO_DEEP: BlockError = {
  code: 'WORKFLOW_TOO_DEEP',
  message:
    `Workflows call each other ${MAX_CALL_DEPTH} levels deep at most; this call would be one more. ` +
    'Check whether they call each other in a circle.',
};
const CANCELLED: BlockError = { code: 'CANCELLED', message: 'The run was cancelled.' };
const LOST: BlockError = {
  code: 'WORKFLOW_LOG_DELETED',
  message: 'The called workflow has ended, but its log was deleted before its output could be read.',
};

type RunChild = (execution: Omit<Execution, 'onEvent'>) => Promise<RunEnd>;

interface Child {
  executionId: string;
  logId: string;
}

/**
 * Runs called workflows with `run`, each as an execution of its own that the caller finds again after a
 * crash. `alwaysStored`: their rows are stored before they begin, also those of synchronous runs.
 */
export function workflowCalls(run: RunChild, { alwaysStored = false } = {}): CallWorkflow {
  const callWorkflow: CallWorkflow = async (caller, asked) => {
    const { executionId: parentId } = caller.row;
    const { step, part } = asked;
    const key = part === undefined ? step : noteKey({ step, name: part });
    const child = { executionId: idOfStep('call', parentId, key), logId: idOfStep('log', parentId, key) };
    if (caller.isResumed && (await findAnswer(child)).state !== 'unknown')
      return resultElsewhere(child, caller, asked);
    const depth = (caller.row.call?.depth ?? 0) + 1;
    if (depth > MAX_CALL_DEPTH) return refused(TOO_DEEP);
    const versions = isId(asked.workflowId) ? await runnableVersions(asked.workflowId) : null;
    if (versions === null || versions.workspaceId !== caller.row.workspaceId) return refused(NOT_FOUND);
    const workflow = await versions.choose();
    if (workflow === null) return refused(UNPUBLISHED);
    // With its whole workspace held, runs that have begun go on to their end, and this is a part of one.
    const { hold } = workflow;
    if (hold?.isOfWorkflow === true && isHeld(hold, caller.row.trigger)) return refused(HELD);
    const row = rowOf(child, caller, workflow, { depth, asked });
    if (row.input.length >= LARGE_BYTES) return refused(tooLarge('input', row.input.length));
    const hasRow = alwaysStored || row.mode === 'async';
    if (hasRow && !(await store(row))) return resultElsewhere(child, caller, asked);
    const end = await run({
      row,
      compiled: workflow.compiled,
      input: asked.input,
      hasRow,
      callWorkflow,
      caller,
    });
    if (end.kind === 'parked' || end.kind === 'taken-over') return resultElsewhere(child, caller, asked);
    if (end.kind === 'large') return resultOf(child, await recordedAnswer(child, asked.signal));
    const { status, output, exact } = end.outcome;
    const error = withoutBlock(exact === null ? end.outcome.error : exact.error);
    return { executionId: child.executionId, status, output, error, ...(exact && secretsOf(exact)) };
  };
  return callWorkflow;
}

function rowOf(
  ids: Child,
  { row: { executionId: parentId, trigger, mode, holderId, call, environment, traceparent } }: Caller,
  workflow: RunnableWorkflow,
  { depth, asked: { input, secrets, step } }: { depth: number; asked: OutsideCall },
): ExecutionRow {
  return executionRow(
    { ...workflow, holderId },
    {
      ids,
      trigger,
      mode,
      environment,
      input: writeJson(input),
      ...(secrets && { secrets }),
      call: { parentId, rootId: call?.rootId ?? parentId, depth },
      traceparent: traceparentOfStep(
        { executionId: parentId, ...(traceparent !== undefined && { traceparent }) },
        step,
      ),
    },
  );
}

/** @returns false when it is stored already: an earlier try has called it */
async function store(row: ExecutionRow): Promise<boolean> {
  try {
    const insert = () => insertExecutions(relaxedPool(), [row], thisProcess().id);
    await withDatabaseRetry(insert, { repeatable: false });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

/** The end of a child that others run or have run. A caller that is let go meanwhile stays so. */
async function resultElsewhere(child: Child, caller: Caller, asked: OutsideCall): Promise<CalledWorkflow> {
  const { executionId } = child;
  const known = await findAnswer(child);
  if ('json' in known) return resultOf(child, known);
  try {
    return await caller.waits.awaitExecution(executionId, async (left) => {
      const goOn = asked.rest();
      try {
        return resultOf(child, await recordedAnswer(child, AbortSignal.any([left, asked.signal])));
      } finally {
        goOn();
      }
    });
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (!asked.signal.aborted) return { executionId, status: 'error', output: null, error: LOST };
    await cancelTree(pool(), executionId);
    return { executionId, status: 'error', output: null, error: CANCELLED };
  }
}

function resultOf({ executionId }: Child, { json, exact }: RecordedAnswer): CalledWorkflow {
  if (json.length >= LARGE_BYTES)
    return { executionId, status: 'error', output: null, error: tooLarge('output', json.length) };
  const { status, output, error } = parseExact(json) as RunResult;
  if (exact === null) return { executionId, status, output, error: withoutBlock(error) };
  const handedOn = status === 'error' ? exact.output : output;
  return { executionId, status, output: handedOn, error: withoutBlock(exact.error), ...secretsOf(exact) };
}

const secretsOf = ({ secrets }: ExactResult): Pick<CalledWorkflow, 'secrets'> => ({ secrets });

/** The block at fault is one of the child's; the caller's own is named by its own run. */
function withoutBlock(
  error: (BlockError & { blockId?: string; blockName?: string }) | null,
): BlockError | null {
  if (error === null) return null;
  const { blockId, blockName, ...own } = error;
  return own;
}

function tooLarge(what: 'input' | 'output', bytes: number): BlockError {
  const size = (bytes / MIB).toFixed(1);
  return what === 'input'
    ? {
        code: 'WORKFLOW_INPUT_TOO_LARGE',
        message: `The input has ${size} MB; a called workflow takes less than 1 MB. Pass on what it needs.`,
        field: 'input',
      }
    : {
        code: 'WORKFLOW_OUTPUT_TOO_LARGE',
        message:
          `The workflow has ended, but its output of ${size} MB is too large to pass on (1 MB at most). ` +
          'Its log has it.',
      };
}

const refused = (error: BlockError): CalledWorkflow => ({
  executionId: null,
  status: 'error',
  output: null,
  error,
});
