import type { RunEvent } from '../../core/engine/ports';
import { AppError } from '../../platform/errors';
import type { RequestIds } from '../../platform/http/request-ids';
import { isId } from '../../platform/ids';
import { logger } from '../../platform/logging/logger';
import { JsonText, writeJson } from '../../platform/text/json-text';
import { type Actor, hasRole, requireRole } from '../access/actor';
import { admitExecution } from '../limits/admit-execution';
import { requireUsageLeft } from '../limits/require-usage-left';
import { readVariables } from '../variables/read-variables';
import { acceptedRun } from './accepted-reply';
import { workflowCalls } from './call-workflow';
import { requireDatabase } from './database-away';
import { eventQueue } from './event-queue';
import { type Execution, executeRun } from './execute-run';
import { LargeInput } from './large-input';
import { runProcesses } from './processes/run-processes';
import { answerOf, parseAnswer, shownAnswerOf } from './run-answer';
import { runLarge } from './run-large';
import { runRecorder } from './run-recorder';
import { type RunnableWorkflow, runnableVersions } from './runnable-workflow';
import { whileRunning } from './running-executions';
import type { RunAnswer, RunStreamEvent } from './schema';
import type { VersionChoice } from './shapes/asked-run';
import type { Audience } from './shapes/audience';
import { type ExecutionRow, executionRow, type VersionOfRun } from './shapes/execution-row';
import type { RunEnd, WaitedEnd } from './shapes/run-end';
import { requireRoomToWait, whileWaitedFor } from './waited-runs';

export interface StartRunInput {
  workflowId: string;
  input: Record<string, unknown> | LargeInput;
  /** By default the live version, and the draft while none is live. */
  version?: VersionChoice;
  /** Where it begins; by default at Start. */
  entryBlock?: string;
  /** Of the request, for the log's lines. */
  ids?: RequestIds;
}

const callWorkflow = workflowCalls(executeRun);

/** A run that may begin. */
export interface AdmittedRun
  extends Pick<Execution, 'row' | 'compiled' | 'hasRow' | 'ids' | 'restored' | 'notes'> {
  input: StartRunInput['input'];
}

/**
 * Runs a workflow and waits for its end. @throws AppError not_found, forbidden, rate_limited, usage_exceeded,
 * unavailable
 */
export async function startRun(actor: Actor, start: StartRunInput): Promise<RunAnswer> {
  const run = await admittedRun(actor, start);
  const end = await runToEnd(run);
  if (end.kind === 'parked') throw new Error(`Execution ${run.row.executionId} waits for something.`);
  return end.kind === 'large' ? parseAnswer(end.answer) : answerOf(run.row, end.outcome);
}

/** A run that its caller waits for, once the plan has room for it. @throws AppError as `startRun` */
export async function admittedRun(actor: Actor, start: StartRunInput): Promise<AdmittedRun> {
  const workflow = await admittedWorkflow(actor, start, 'sync');
  const { input, ids } = start;
  const row = newExecution(actor, workflow, 'sync', start);
  return { row, compiled: workflow.compiled, input, ...(ids && { ids }) };
}

/** Accepts a run for the queue: once this returns it will reach exactly one log, whatever process dies. */
export async function queueRun(actor: Actor, start: StartRunInput): Promise<{ executionId: string }> {
  const workflow = await admittedWorkflow(actor, start, 'async');
  const { input, ids } = start;
  const row = newExecution(actor, workflow, 'async', start);
  await acceptExecution(row, input);
  logger('runs').debug('a run was queued', { ...ids, executionId: row.executionId });
  return { executionId: row.executionId };
}

/** Settles once the queued execution is safe on disk. */
export async function acceptExecution(row: ExecutionRow, input: StartRunInput['input']): Promise<void> {
  if (input instanceof LargeInput)
    await runProcesses().atDesk({ kind: 'accept', row, input: input.json, key: null }, input.json.length);
  else await runRecorder().accept(row);
}

/**
 * Starts the run and tells of every block as it starts and ends, secrets masked. It goes on when nobody
 * listens any more.
 */
export function eventsOf(run: AdmittedRun): AsyncIterable<RunStreamEvent | JsonText> {
  const { row } = run;
  return eventQueue(async (push) => {
    push({ type: 'run-started', executionId: row.executionId, logId: row.logId });
    const end = await runToEnd(run, push, 'watcher');
    if (end.kind === 'parked') push({ type: 'run-parked', ...acceptedRun(row.executionId) });
    else if (end.kind === 'large')
      push(new JsonText(`{"type":"run-finished","answer":${Buffer.from(end.answer).toString()}}`));
    else push({ type: 'run-finished', answer: shownAnswerOf(row, end.outcome) });
  });
}

/** Runs it to its end, or until it is parked. @throws AppError unavailable */
export async function runToEnd(
  run: AdmittedRun,
  onEvent?: (event: RunEvent | JsonText) => void,
  audience: Audience = 'caller',
): Promise<WaitedEnd> {
  const { row } = run;
  const end = await whileWaitedFor(row.workspaceId, () => execute(run, audience, onEvent));
  if (end.kind === 'taken-over')
    throw new AppError(
      'unavailable',
      `This process did not respond for so long that the execution was ended. Its log is ${row.logId}.`,
    );
  if (end.kind !== 'large') return end;
  const { answer } = end;
  if (answer === null) throw new Error('A process gave no result for a run that is waited for.');
  return { ...end, answer };
}

function execute(
  { input, ...run }: AdmittedRun,
  audience: Audience,
  onEvent?: (event: RunEvent | JsonText) => void,
): Promise<RunEnd> {
  if (!(input instanceof LargeInput))
    return executeRun({ ...run, input, audience, callWorkflow, ...(onEvent && { onEvent }) });
  const { json } = input;
  const { row, hasRow = false } = run;
  return whileRunning(row, async ({ signal }, startedAtMs) => {
    const variables = await readVariables(row);
    return runLarge({
      ...{ row, startedAtMs, signal, variables, hasRow, input: json, journal: [], bytes: json.length },
      audience,
      ...(onEvent === undefined ? {} : { onEvent: (event) => onEvent(new JsonText(event.json)) }),
    });
  });
}

/** The workflow, once the plan has room for this run of it. */
async function admittedWorkflow(
  actor: Actor,
  start: StartRunInput,
  mode: ExecutionRow['mode'],
): Promise<RunnableWorkflow> {
  requireRoom(start.input);
  const workflow = await workflowToRun(actor, start);
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
 * forbidden; invalid_request for a version that isn't there, conflict for `live` when none is
 */
export async function workflowToRun(
  actor: Actor,
  { workflowId, version }: Pick<StartRunInput, 'workflowId' | 'version'>,
): Promise<RunnableWorkflow> {
  const versions = isId(workflowId) ? await runnableVersions(workflowId) : null;
  if (versions === null || !hasRole(actor, versions.workspaceId, 'reader'))
    throw new AppError('not_found', 'Workflow not found, or you have no access to it.');
  requireRole(actor, versions.workspaceId, 'writer');
  const workflow = await versions.choose(version);
  if (workflow !== null) return workflow;
  if (version === 'live')
    throw new AppError('conflict', 'This workflow has no live version. Publish it, or run the draft.');
  const message = `This workflow has no version ${version}.`;
  throw new AppError('invalid_request', message, {
    issues: [{ param: 'version', code: 'param_invalid', message }],
  });
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
  workflow: VersionOfRun,
  mode: ExecutionRow['mode'],
  { input, entryBlock }: Pick<StartRunInput, 'input' | 'entryBlock'>,
): ExecutionRow {
  const trigger = actor.kind === 'apiKey' ? 'api' : 'manual';
  return executionRow(workflow, { trigger, mode, entryBlock, input: jsonOf(input) });
}

/** The stored text of an input; a large one is written elsewhere. */
export const jsonOf = (input: StartRunInput['input']): string =>
  input instanceof LargeInput ? '' : writeJson(input);
