import type { RunEvent } from '../../core/engine/ports';
import type { Trigger } from '../../core/workflow/trigger';
import { AppError } from '../../platform/errors';
import type { RequestIds } from '../../platform/http/request-ids';
import { isId, newId } from '../../platform/ids';
import { logger } from '../../platform/logging/logger';
import { parseExact } from '../../platform/text/exact-number';
import { JsonText, writeJson } from '../../platform/text/json-text';
import { type Actor, hasRole, requireRole } from '../access/actor';
import { admitExecution } from '../limits/admit-execution';
import { requireUsageLeft } from '../limits/require-usage-left';
import { readVariables } from '../variables/read-variables';
import { acceptedRun } from './accepted-reply';
import { answerOf } from './answer-of';
import { workflowCalls } from './call-workflow';
import { requireDatabase } from './database-away';
import { eventQueue } from './event-queue';
import { type Execution, executeRun, type RecordedOutcome } from './execute-run';
import { LargeInput } from './large-input';
import { ParkedRun } from './parked-runs';
import { runProcesses } from './processes/run-processes';
import { LargeOutcome, runLarge } from './run-large';
import { runRecorder } from './run-recorder';
import { type RunnableWorkflow, runnableWorkflow } from './runnable-workflow';
import { whileRunning } from './running-executions';
import type { RunAnswer, RunStreamEvent } from './schema';
import type { ExecutionRow } from './shapes/execution-row';
import { requireRoomToWait, whileWaitedFor } from './waited-runs';

export interface StartRunInput {
  workflowId: string;
  input: Record<string, unknown> | LargeInput;
  /** Of the request, for the log's lines. */
  ids?: RequestIds;
}

const callWorkflow = workflowCalls(executeRun);

/** A run that may begin. */
export interface AdmittedRun extends Pick<Execution, 'row' | 'compiled' | 'hasRow' | 'ids'> {
  input: StartRunInput['input'];
}

/**
 * Runs a workflow and waits for its end. @throws AppError not_found, forbidden, rate_limited, usage_exceeded,
 * unavailable
 */
export async function startRun(actor: Actor, start: StartRunInput): Promise<RunAnswer> {
  const answer = await answerRun(actor, start);
  if (answer instanceof ParkedRun) throw new Error(`Execution ${answer.executionId} waits for something.`);
  return answer instanceof Uint8Array ? (parseExact(Buffer.from(answer).toString()) as RunAnswer) : answer;
}

/** As `startRun`; a large answer is JSON in UTF-8, and none comes of a run that is parked. */
export async function answerRun(
  actor: Actor,
  { workflowId, input, ids }: StartRunInput,
): Promise<RunAnswer | Uint8Array | ParkedRun> {
  const workflow = await admittedWorkflow(actor, workflowId, 'sync', input);
  const row = newExecution(actor, workflow, 'sync', input);
  return answerOfRun({ row, compiled: workflow.compiled, input, ...(ids && { ids }) });
}

/** Accepts a run for the queue: once this returns it will reach exactly one log, whatever process dies. */
export async function queueRun(
  actor: Actor,
  { workflowId, input, ids }: StartRunInput,
): Promise<{ executionId: string }> {
  const workflow = await admittedWorkflow(actor, workflowId, 'async', input);
  const row = newExecution(actor, workflow, 'async', input);
  if (input instanceof LargeInput)
    await runProcesses().atDesk({ kind: 'accept', row, input: input.json, key: null }, input.json.length);
  else await runRecorder().accept(row);
  logger('runs').debug('a run was queued', { ...ids, executionId: row.executionId });
  return { executionId: row.executionId };
}

/**
 * As `startRun`, telling of every block as it starts and ends. The run goes on when nobody listens any more.
 */
export async function watchRun(
  actor: Actor,
  { workflowId, input, ids }: StartRunInput,
): Promise<AsyncIterable<RunStreamEvent | JsonText>> {
  const workflow = await admittedWorkflow(actor, workflowId, 'sync', input);
  const row = newExecution(actor, workflow, 'sync', input);
  return eventsOf({ row, compiled: workflow.compiled, input, ...(ids && { ids }) });
}

/** Starts the run and streams its events. */
export function eventsOf(run: AdmittedRun): AsyncIterable<RunStreamEvent | JsonText> {
  const { row } = run;
  return eventQueue(async (push) => {
    push({ type: 'run-started', executionId: row.executionId, logId: row.logId });
    const answer = await answerOfRun(run, push);
    if (answer instanceof ParkedRun) push({ type: 'run-parked', ...acceptedRun(row.executionId) });
    else if (answer instanceof Uint8Array)
      push(new JsonText(`{"type":"run-finished","answer":${Buffer.from(answer).toString()}}`));
    else push({ type: 'run-finished', answer });
  });
}

/** Runs it to its end, or until it is parked. @returns JSON in UTF-8 when the answer is large */
export async function answerOfRun(
  run: AdmittedRun,
  onEvent?: (event: RunEvent | JsonText) => void,
): Promise<RunAnswer | Uint8Array | ParkedRun> {
  const { row } = run;
  const outcome = await whileWaitedFor(row.workspaceId, () => execute(run, onEvent));
  if (outcome === null)
    throw new AppError(
      'unavailable',
      `This process did not respond for so long that the execution was ended. Its log is ${row.logId}.`,
    );
  if (outcome instanceof ParkedRun) return outcome;
  if (!(outcome instanceof LargeOutcome)) return answerOf(row, outcome);
  if (outcome.answer === null) throw new Error('A process gave no result for a run that is waited for.');
  return outcome.answer;
}

function execute(
  { input, ...run }: AdmittedRun,
  onEvent?: (event: RunEvent | JsonText) => void,
): Promise<RecordedOutcome> {
  if (!(input instanceof LargeInput))
    return executeRun({ ...run, input, callWorkflow, ...(onEvent === undefined ? {} : { onEvent }) });
  const { json } = input;
  const { row, hasRow = false } = run;
  return whileRunning(row, async ({ signal }, startedAtMs) => {
    const variables = await readVariables(row.workspaceId);
    return runLarge({
      ...{ row, startedAtMs, signal, variables, hasRow, input: json, journal: [], bytes: json.length },
      ...(onEvent === undefined ? {} : { onEvent: (event) => onEvent(new JsonText(event.json)) }),
    });
  });
}

/** The workflow, once the plan has room for this run of it. */
async function admittedWorkflow(
  actor: Actor,
  workflowId: string,
  mode: ExecutionRow['mode'],
  input: StartRunInput['input'],
): Promise<RunnableWorkflow> {
  requireRoom(input);
  const workflow = await workflowToRun(actor, workflowId);
  await admitRun(actor, workflow, mode);
  return workflow;
}

/**
 * Before anything of a run exists: the database answers, and its input finds memory. @throws AppError
 * unavailable
 */
export function requireRoom(input: StartRunInput['input']): void {
  requireDatabase();
  if (input instanceof LargeInput) runProcesses().requireRoomFor(input.json.length);
}

/**
 * The same answer for a workflow that isn't there and one the actor can't see. @throws AppError not_found,
 * forbidden
 */
export async function workflowToRun(actor: Actor, workflowId: string): Promise<RunnableWorkflow> {
  const workflow = isId(workflowId) ? await runnableWorkflow(workflowId) : null;
  if (workflow === null || !hasRole(actor, workflow.workspaceId, 'reader'))
    throw new AppError('not_found', 'Workflow not found, or you have no access to it.');
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
  if (mode === 'sync') requireRoomToWait(workflow.workspaceId);
  if (actor.kind === 'apiKey') await admitExecution(workflow.holderId, mode);
  else await requireUsageLeft(workflow.workspaceId);
}

export function newExecution(
  actor: Actor,
  workflow: RunnableWorkflow,
  mode: ExecutionRow['mode'],
  input: StartRunInput['input'],
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
    input: input instanceof LargeInput ? '' : writeJson(input),
    acceptedAtMs,
  };
}
