import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../platform/errors';
import type { RequestContext } from '../../platform/http/operation';
import { Reply, replyBytes } from '../../platform/http/reply';
import { parseExact } from '../../platform/text/exact-number';
import type { Actor } from '../access/actor';
import { liveEvents, readerIn } from '../access/live-stream';
import { acceptedReply, acceptedRun } from './accepted-reply';
import { answerWithResponse, replayWithResponse } from './answer-with-response';
import { claimKey, fingerprintOf, releaseKey, startClaimed } from './idempotency-key';
import { LargeInput } from './large-input';
import { runProcesses } from './processes/run-processes';
import { recordedUnlessParked } from './recorded-answer';
import { answerOf } from './run-answer';
import { claimedHere } from './running-executions';
import type { RunAnswer, RunStreamEvent } from './schema';
import type { AskedRun, IdempotencyKey } from './shapes/asked-run';
import type { ExecutionRow } from './shapes/execution-row';
import {
  type AdmittedRun,
  admitRun,
  newExecution,
  requireRoom,
  runToEnd,
  type StartRunInput,
  workflowToRun,
} from './start-run';
import { streamRun } from './stream-run';

const FIRST_WAIT_MS = 10;
const MAX_WAIT_MS = 250;

const REPLAYED = { 'idempotent-replayed': 'true' };
const NOT_STORED = { 'cache-control': 'private, no-store' };

type Caller = Pick<RequestContext, 'signal' | 'authenticateAgain'>;

export interface OnceInput extends StartRunInput {
  /** The caller's Idempotency-Key. */
  key: string;
  mode: ExecutionRow['mode'];
  /** Whether the answer is a stream of events. */
  isWatched: boolean;
  /** Whether the answer is that of the Response block. */
  byResponse: boolean;
}

/**
 * `isOwn`: this call has stored the run's row and executes it now. Otherwise another call started it: it is
 * running or has ended.
 */
type Begun = { isOwn: true; row: ExecutionRow } | { isOwn: false; run: RunIds };
type RunIds = Pick<ExecutionRow, 'executionId' | 'logId'>;

/**
 * Runs a workflow unless a call with this key has within 24 hours: then that run's answer is given again,
 * after its end if it is still running. A run that its process did not survive is answered as its log has it,
 * `INTERRUPTED`.
 * @throws AppError as `startRun`, and idempotency_key_reused
 */
export async function executeOnce(
  actor: Actor,
  asked: OnceInput,
  context: Caller,
): Promise<RunAnswer | Reply> {
  const { workflowId, input, version, mode } = asked;
  requireRoom(input);
  const workflow = await workflowToRun(actor, { workflowId, version });
  const { workspaceId } = workflow;
  const fingerprint = await fingerprintOfRun({
    ...{ workspaceId, workflowId, mode, input },
    ...(version !== undefined && { version }),
  });
  const key = { workspaceId, userId: actor.userId, key: asked.key, fingerprint };
  const begun = await beginOnce(
    key,
    {
      input,
      newRow: () => newExecution(actor, workflow, mode, { input }),
      admit: () => admitRun(actor, workflow, mode),
    },
    context.signal,
  );
  if (!begun.isOwn) return replay({ ...begun.run, workspaceId }, asked, context);
  const { row } = begun;
  if (asked.mode === 'async') return acceptedReply(row.executionId);
  const execution = {
    row,
    compiled: workflow.compiled,
    input: asked.input,
    hasRow: true,
    ...(asked.ids && { ids: asked.ids }),
  };
  if (asked.byResponse) return answerWithResponse(execution);
  if (asked.isWatched) return streamRun(execution, context);
  return answerWithEnvelope(execution);
}

/** A run that the first call with a key begins. */
export interface OnceBegun {
  input: StartRunInput['input'];
  newRow: () => ExecutionRow;
  /** @throws AppError that gives the key back */
  admit: () => Promise<void>;
}

/** Stores the run's row unless another call with this key has, which is then waited for. */
export async function beginOnce(
  key: IdempotencyKey,
  { input, newRow, admit }: OnceBegun,
  signal: AbortSignal,
): Promise<Begun> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)) {
    const row = newRow();
    const claim = await claimKey(key, row);
    if (claim?.isGranted) {
      await admitOrRelease(row.executionId);
      if (await startHere(key, row, input)) return { isOwn: true, row };
    } else if (claim?.isStarted) return { isOwn: false, run: claim };
    // The other call is just being admitted, or has given the key back.
    await sleep(waitMs);
    if (signal.aborted) throw new AppError('unavailable', 'The caller went away.');
  }

  async function admitOrRelease(executionId: string): Promise<void> {
    try {
      await admit();
    } catch (error) {
      await releaseKey(key, executionId);
      throw error;
    }
  }
}

/**
 * Until it runs it is listed as this process's, however late the database's answer comes: otherwise it would
 * be taken for a lost one.
 */
async function startHere(
  key: IdempotencyKey,
  row: ExecutionRow,
  input: StartRunInput['input'],
): Promise<boolean> {
  claimedHere().add(row.executionId);
  try {
    if (!(input instanceof LargeInput)) return await startClaimed(key, [row]);
    // Nobody reads the stored input of a run that its caller waits for.
    if (row.mode === 'sync') return await startClaimed(key, [{ ...row, input: '{}' }]);
    return await runProcesses().atDesk({ kind: 'accept', row, input: input.json, key }, input.json.length);
  } finally {
    claimedHere().delete(row.executionId);
  }
}

/** Of large inputs it is made off the event loop. */
async function fingerprintOfRun(asked: AskedRun & { input: StartRunInput['input'] }): Promise<Buffer> {
  const { input, ...rest } = asked;
  if (!(input instanceof LargeInput)) return fingerprintOf({ ...rest, input });
  const { json } = input;
  return Buffer.from(
    await runProcesses().atDesk({ kind: 'fingerprint', asked: rest, input: json }, json.length),
  );
}

/** Runs it. A large answer goes out as it is; of a run that is parked only its address. */
export async function answerWithEnvelope(run: AdmittedRun): Promise<RunAnswer | Reply> {
  const end = await runToEnd(run);
  if (end.kind === 'parked') return acceptedReply(run.row.executionId);
  return end.kind === 'large' ? replyBytes(end.answer, NOT_STORED) : answerOf(run.row, end.outcome);
}

async function replay(
  run: RunIds & Pick<ExecutionRow, 'workspaceId'>,
  { mode, isWatched, byResponse }: OnceInput,
  context: Caller,
): Promise<Reply> {
  const { signal } = context;
  if (mode === 'async') return acceptedReply(run.executionId, REPLAYED);
  if (byResponse) {
    const reply = await replayWithResponse(run, signal);
    return new Reply(reply.body, reply.status, { ...reply.headers, ...REPLAYED });
  }
  if (isWatched) {
    const reader = readerIn(context, run.workspaceId, 'reader');
    return liveEvents(reader, (ending) => replayedEvents(run, ending), REPLAYED);
  }
  const headers = { 'content-type': 'application/json', ...NOT_STORED, ...REPLAYED };
  const answer = await recordedUnlessParked(run, signal);
  return answer === null ? acceptedReply(run.executionId, REPLAYED) : new Reply(answer.json, 200, headers);
}

/** Without events of blocks: those went to the first caller. Secrets are masked, as in those. */
async function* replayedEvents(run: RunIds, signal: AbortSignal): AsyncGenerator<RunStreamEvent> {
  yield { type: 'run-started', executionId: run.executionId, logId: run.logId };
  const answer = await recordedUnlessParked(run, signal, 'watcher');
  if (answer === null) yield { type: 'run-parked', ...acceptedRun(run.executionId) };
  else yield { type: 'run-finished', answer: parseExact(answer.json) as RunAnswer };
}
