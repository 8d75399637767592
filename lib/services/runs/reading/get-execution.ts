import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../platform/errors';
import { NO_ROOM, type Room } from '../../../platform/http/answer-room';
import { idAgeMs, isWritten } from '../../../platform/ids';
import { pool } from '../../../platform/postgres/db';
import { notify } from '../../../platform/postgres/notify';
import { QUEUE_STATE } from '../../../platform/postgres/queue-state';
import { parseToWrite, writeJson } from '../../../platform/text/json-text';
import { type Actor, hasRole, requireRole } from '../../access/actor';
import { requireWorkflow } from '../../access/key-limits';
import { LARGE_LOG_BYTES } from '../../logs/log-row';
import { levelOf } from '../../logs/log-status';
import { openExact } from '../recording/exact-result';
import { runningExecutions } from '../recording/running-executions';
import type { ExecutionState } from '../schema';
import type { Audience } from '../shapes/audience';
import { mayAnswer, openWaits } from '../waits/open-waits';
import { cancelTree } from './cancel-tree';
import { hasOutput } from './run-result';
import { waitsFor } from './waits-for';

const UNFINISHED = `
SELECT id, workspace_id, workflow_id, state, started_at, cancelled, turn_key, start_at, debounced
FROM runtime.execution WHERE id = $1`;

const ENDED = `
FROM runtime.log l JOIN runtime.log_payload p ON p.log_id = l.id AND p.started_at = l.started_at
  LEFT JOIN runtime.exact_result x ON x.log_id = l.id
WHERE l.execution_id = $1`;

const BYTES = 'octet_length(p.final_output) + coalesce(octet_length(x.sealed), 0)';

/** Without its output if that is large. */
const FINISHED = `
SELECT l.id, l.workspace_id, l.workflow_id, l.level, l.started_at, l.ended_at, p.error, ${BYTES} AS bytes,
  CASE WHEN ${BYTES} <= ${LARGE_LOG_BYTES} THEN p.final_output END AS final_output,
  CASE WHEN ${BYTES} <= ${LARGE_LOG_BYTES} THEN x.sealed END AS sealed ${ENDED}`;

const OUTPUT = `SELECT p.final_output, x.sealed ${ENDED}`;

/** Much longer than a run goes on without a start record, and than clocks of several hosts differ. */
const RECORDED_AFTER_MS = 3_000;
const FIRST_WAIT_MS = 20;

type Found = ExecutionState & { workspaceId: string };
interface Reading extends Room {
  /** True if the actor may see the logs of that workspace. */
  isReader: (workspaceId: string) => boolean;
  /** True if the actor gets the exact output of a run in that workspace. */
  isExact: (workspaceId: string) => boolean;
}

/**
 * Read the state of an execution. Its output is exact for a key that may run workflows, which is how callers
 * come for it; for all others, and in streams, secrets are masked, as in its log.
 * @throws AppError not_found, the same for an unknown execution and another workspace's; unavailable
 */
export async function getExecution(
  actor: Actor,
  executionId: string,
  audience: Audience = 'caller',
  room: Room = NO_ROOM,
): Promise<ExecutionState> {
  const { workspaceId: _, ...state } = await getPlacedExecution(actor, executionId, audience, room);
  return state;
}

/** The same with its workspace. @throws AppError not_found, unavailable */
export async function getPlacedExecution(
  actor: Actor,
  executionId: string,
  audience: Audience,
  room: Room,
): Promise<Found> {
  const found = await find(actor, executionId, audience, room);
  if (found.status !== QUEUE_STATE.is.parked) return found;
  const waits = await openWaits([executionId], mayAnswer(actor, found.workspaceId));
  return { ...found, waits: waits.get(executionId) ?? [] };
}

const isCaller = (actor: Actor, workspaceId: string): boolean =>
  actor.kind === 'apiKey' && mayAnswer(actor, workspaceId);

/** Stops it, wherever it runs; a finished one is left as it is. @throws AppError not_found, forbidden */
export async function cancelExecution(
  actor: Actor,
  executionId: string,
  room: Room = NO_ROOM,
): Promise<ExecutionState> {
  const { workspaceId, ...state } = await find(actor, executionId, 'watcher', room);
  requireRole(actor, workspaceId, 'writer');
  if (state.logId !== null) return state;
  await cancelTree(pool(), executionId);
  // A short run has no row yet.
  runningExecutions().get(executionId)?.controller.abort();
  await notify('cancel', executionId);
  return { ...state, cancelRequested: true };
}

async function find(
  actor: Actor,
  executionId: string,
  audience: Audience,
  { roomFor }: Room,
): Promise<Found> {
  const reading: Reading = {
    roomFor,
    isReader: (workspaceId) => hasRole(actor, workspaceId, 'reader'),
    isExact: (workspaceId) => audience !== 'watcher' && isCaller(actor, workspaceId),
  };
  const found = isWritten(executionId) ? await findSoon(executionId, reading) : null;
  if (found === null || !reading.isReader(found.workspaceId))
    throw new AppError('not_found', 'Execution not found, or you have no access to it.');
  requireWorkflow(actor, found.workflowId);
  return found;
}

/**
 * Looks for a young id again until it is too old for that: an execution that another process has just
 * begun has no record for its first moments, and its caller may know the id already.
 */
async function findSoon(executionId: string, reading: Reading): Promise<Found | null> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs *= 2) {
    const found =
      running(executionId) ?? (await unfinished(executionId)) ?? (await finished(executionId, reading));
    const ageMs = idAgeMs(executionId);
    if (found !== null || Math.abs(ageMs) > RECORDED_AFTER_MS) return found;
    await sleep(waitMs);
  }
}

/** A short run has no record yet. */
function running(executionId: string): Found | null {
  const here = runningExecutions().get(executionId);
  if (here === undefined) return null;
  return {
    executionId,
    workspaceId: here.row.workspaceId,
    workflowId: here.row.workflowId,
    status: QUEUE_STATE.is.running,
    startedAt: new Date(here.startedAtMs).toISOString(),
    endedAt: null,
    logId: null,
    output: null,
    error: null,
    cancelRequested: here.controller.signal.aborted,
    waits: [],
    waitsFor: null,
  };
}

async function unfinished(executionId: string): Promise<Found | null> {
  const { rows } = await pool().query(UNFINISHED, [executionId]);
  const [row] = rows;
  if (row === undefined) return null;
  return {
    executionId: row.id,
    workspaceId: row.workspace_id,
    workflowId: row.workflow_id,
    status: QUEUE_STATE.read(row.state),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: null,
    logId: null,
    output: null,
    error: null,
    cancelRequested: row.cancelled,
    waits: [],
    waitsFor: waitsFor(row),
  };
}

async function finished(executionId: string, { isReader, isExact, roomFor }: Reading): Promise<Found | null> {
  const { rows } = await pool().query(FINISHED, [executionId]);
  const [row] = rows;
  if (row === undefined || !isReader(row.workspace_id)) return null;
  if (row.bytes > LARGE_LOG_BYTES) {
    await roomFor(row.workspace_id, row.bytes);
    const { rows: outputs } = await pool().query(OUTPUT, [executionId]);
    if (outputs[0] === undefined) return null;
    Object.assign(row, outputs[0]);
  }
  const error = row.error === null ? null : JSON.parse(row.error);
  const exact = row.sealed !== null && isExact(row.workspace_id) ? openExact(row.id, row.sealed) : null;
  const status = levelOf(row.level) === 'error' ? 'error' : 'success';
  return {
    executionId,
    workspaceId: row.workspace_id,
    workflowId: row.workflow_id,
    status,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at.toISOString(),
    logId: row.id,
    output: parseToWrite(
      exact !== null && hasOutput({ status, response: exact.response })
        ? writeJson(exact.output ?? null)
        : row.final_output,
    ),
    error,
    cancelRequested: error?.code === 'CANCELLED',
    waits: [],
    waitsFor: null,
  };
}
