import { type Actor, hasRole, requireRole } from '../auth/actor';
import type { RunOutcome } from '../engine/ports';
import { AppError } from '../errors';
import { isId, newId } from '../ids';
import { admitExecution } from '../limits/admit-execution';
import { requireUsageLeft } from '../limits/require-usage-left';
import type { Trigger } from '../logs/schema';
import { requireDatabase } from './database-away';
import { eventQueue } from './event-queue';
import { executeRun } from './execute-run';
import type { ExecutionRow } from './execution-row';
import { runRecorder } from './run-recorder';
import { type RunnableWorkflow, runnableWorkflow } from './runnable-workflow';
import type { RunAnswer, RunStreamEvent } from './schema';

export interface StartRunInput {
  workflowId: string;
  input: Record<string, unknown>;
}

/** Runs a workflow and waits for its end. @throws AppError not_found, forbidden, rate_limited, usage_exceeded */
export async function startRun(actor: Actor, { workflowId, input }: StartRunInput): Promise<RunAnswer> {
  const workflow = await workflowToRun(actor, workflowId, 'sync');
  const row = newExecution(actor, workflow, 'sync', input);
  const outcome = await executeRun({ row, plan: workflow.plan, input });
  return answerOf(row, outcome);
}

/** Accepts a run for the queue: once this returns it will reach exactly one log, whatever process dies. */
export async function queueRun(
  actor: Actor,
  { workflowId, input }: StartRunInput,
): Promise<{ executionId: string }> {
  const workflow = await workflowToRun(actor, workflowId, 'async');
  const row = newExecution(actor, workflow, 'async', input);
  await runRecorder().accept(row);
  return { executionId: row.executionId };
}

/** As `startRun`, telling of every block as it starts and ends. The run goes on when nobody listens any more. */
export async function watchRun(
  actor: Actor,
  { workflowId, input }: StartRunInput,
): Promise<AsyncIterable<RunStreamEvent>> {
  const workflow = await workflowToRun(actor, workflowId, 'sync');
  const row = newExecution(actor, workflow, 'sync', input);
  return eventQueue(async (push) => {
    push({ type: 'run-started', executionId: row.executionId, logId: row.logId });
    const outcome = await executeRun({ row, plan: workflow.plan, input, onEvent: push });
    push({ type: 'run-finished', answer: answerOf(row, outcome) });
  });
}

/**
 * The workflow, once the plan has room for this run of it. The same answer for a workflow that isn't there and one the actor can't
 * see. Who tries a workflow in the editor is not limited by the minute, but the month's usage holds for everybody.
 */
async function workflowToRun(
  actor: Actor,
  workflowId: string,
  mode: ExecutionRow['mode'],
): Promise<RunnableWorkflow> {
  requireDatabase();
  const workflow = isId(workflowId) ? await runnableWorkflow(workflowId) : null;
  if (workflow === null || !hasRole(actor, workflow.workspaceId, 'reader'))
    throw new AppError('not_found', 'There is no such workflow, or you have no access to it.');
  requireRole(actor, workflow.workspaceId, 'writer');
  if (actor.kind === 'apiKey') await admitExecution(workflow.holderId, mode);
  else await requireUsageLeft(workflow.workspaceId);
  return workflow;
}

function newExecution(
  actor: Actor,
  workflow: RunnableWorkflow,
  mode: ExecutionRow['mode'],
  input: Record<string, unknown>,
): ExecutionRow {
  const acceptedAtMs = Date.now();
  const trigger: Trigger = actor.kind === 'apiKey' ? 'api' : 'manual';
  return {
    executionId: newId(acceptedAtMs),
    logId: newId(acceptedAtMs),
    workspaceId: workflow.workspaceId,
    workflowId: workflow.workflowId,
    snapshotHash: workflow.snapshotHash,
    trigger,
    mode,
    holderId: workflow.holderId,
    input: JSON.stringify(input),
    acceptedAtMs,
  };
}

function answerOf(row: ExecutionRow, outcome: RunOutcome | null): RunAnswer {
  if (outcome === null)
    throw new AppError(
      'unavailable',
      `This process stood still for so long that the execution was given up. Its log is ${row.logId}.`,
    );
  return {
    executionId: row.executionId,
    logId: row.logId,
    status: outcome.status,
    output: outcome.output ?? null,
    error: outcome.error === null ? null : { ...outcome.error },
  };
}
