import { type Actor, hasRole, requireRole } from '../auth/actor';
import type { RunOutcome } from '../engine/ports';
import { AppError } from '../errors';
import type { RequestIds } from '../http/request-ids';
import { isId, newId } from '../ids';
import { admitExecution } from '../limits/admit-execution';
import { requireUsageLeft } from '../limits/require-usage-left';
import { logger } from '../logger';
import type { Trigger } from '../logs/schema';
import { requireDatabase } from './database-away';
import { eventQueue } from './event-queue';
import { type Execution, executeRun } from './execute-run';
import type { ExecutionRow } from './execution-row';
import { runRecorder } from './run-recorder';
import { type RunnableWorkflow, runnableWorkflow } from './runnable-workflow';
import type { RunAnswer, RunStreamEvent } from './schema';

export interface StartRunInput {
  workflowId: string;
  input: Record<string, unknown>;
  /** Of the request, for the log's lines. */
  ids?: RequestIds;
}

/** Runs a workflow and waits for its end. @throws AppError not_found, forbidden, rate_limited, usage_exceeded */
export async function startRun(actor: Actor, { workflowId, input, ids }: StartRunInput): Promise<RunAnswer> {
  const workflow = await admittedWorkflow(actor, workflowId, 'sync');
  const row = newExecution(actor, workflow, 'sync', input);
  const outcome = await executeRun({ row, plan: workflow.plan, input, ...(ids && { ids }) });
  return answerOf(row, outcome);
}

/** Accepts a run for the queue: once this returns it will reach exactly one log, whatever process dies. */
export async function queueRun(
  actor: Actor,
  { workflowId, input, ids }: StartRunInput,
): Promise<{ executionId: string }> {
  const workflow = await admittedWorkflow(actor, workflowId, 'async');
  const row = newExecution(actor, workflow, 'async', input);
  await runRecorder().accept(row);
  logger('runs').debug('a run was queued', { ...ids, executionId: row.executionId });
  return { executionId: row.executionId };
}

/** As `startRun`, telling of every block as it starts and ends. The run goes on when nobody listens any more. */
export async function watchRun(
  actor: Actor,
  { workflowId, input, ids }: StartRunInput,
): Promise<AsyncIterable<RunStreamEvent>> {
  const workflow = await admittedWorkflow(actor, workflowId, 'sync');
  const row = newExecution(actor, workflow, 'sync', input);
  return eventsOf({ row, plan: workflow.plan, input, ...(ids && { ids }) });
}

/** Starts the run and tells of it. */
export function eventsOf(execution: Execution): AsyncIterable<RunStreamEvent> {
  const { row } = execution;
  return eventQueue(async (push) => {
    push({ type: 'run-started', executionId: row.executionId, logId: row.logId });
    const outcome = await executeRun({ ...execution, onEvent: push });
    push({ type: 'run-finished', answer: answerOf(row, outcome) });
  });
}

/** The workflow, once the plan has room for this run of it. */
async function admittedWorkflow(
  actor: Actor,
  workflowId: string,
  mode: ExecutionRow['mode'],
): Promise<RunnableWorkflow> {
  requireDatabase();
  const workflow = await workflowToRun(actor, workflowId);
  await admitRun(actor, workflow, mode);
  return workflow;
}

/** The same answer for a workflow that isn't there and one the actor can't see. @throws AppError not_found, forbidden */
export async function workflowToRun(actor: Actor, workflowId: string): Promise<RunnableWorkflow> {
  const workflow = isId(workflowId) ? await runnableWorkflow(workflowId) : null;
  if (workflow === null || !hasRole(actor, workflow.workspaceId, 'reader'))
    throw new AppError('not_found', 'There is no such workflow, or you have no access to it.');
  requireRole(actor, workflow.workspaceId, 'writer');
  return workflow;
}

/**
 * Who tries a workflow in the editor is not limited by the minute, but the month's usage holds for everybody.
 * @throws AppError rate_limited, usage_exceeded
 */
export async function admitRun(
  actor: Actor,
  workflow: RunnableWorkflow,
  mode: ExecutionRow['mode'],
): Promise<void> {
  if (actor.kind === 'apiKey') await admitExecution(workflow.holderId, mode);
  else await requireUsageLeft(workflow.workspaceId);
}

export function newExecution(
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

export function answerOf(row: ExecutionRow, outcome: RunOutcome | null): RunAnswer {
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
