import { AppError } from '../../../platform/errors';
import type { RequestContext } from '../../../platform/http/operation';
import { Reply, reply, replyBytes, wantsEvents } from '../../../platform/http/reply';
import { logger } from '../../../platform/logging/logger';
import { parseExact } from '../../../platform/text/exact-number';
import { JsonText } from '../../../platform/text/json-text';
import { hasAnswersOrigin } from '../../access/answers-origin';
import { liveEvents, readerIn } from '../../access/live-stream';
import { eventQueue } from '../execution/event-queue';
import { recordedResponse, recordedUnlessParked } from '../reading/recorded-answer';
import { acceptedRun, endedRun, toMaskedResult, toRunResult } from '../reading/run-result';
import type { RunResult, RunStreamEvent } from '../schema';
import type { RunIds } from '../shapes/execution-row';
import { withoutMarkup } from './author-markup';
import { type ReplyOfRun, responseReply } from './response-reply';
import type { AdmittedRun } from './start-request';
import { runToEnd, type StartedRun } from './start-run';

const REPLAYED = { 'idempotent-replayed': 'true' };
const NOT_STORED = { 'cache-control': 'private, no-store' };
/** Senders and proxies give up about then; the run goes on. */
const WEBHOOK_WITHIN_MS = 55_000;

/**
 * The format of a response: `accepted` is a 202 with the address of the run's state, `envelope` its
 * outcome as JSON, `events` a stream of its events, `response` the one of its Response block, `webhook`
 * the same for a sender who may not read what went wrong.
 */
export type AnswerFormat = 'accepted' | 'envelope' | 'events' | 'response' | 'webhook';
export type AnsweredCaller = Pick<RequestContext, 'signal' | 'authenticateAgain'>;

interface Format {
  /** Answers a call that takes its run to the end. */
  own(run: AdmittedRun, caller: AnsweredCaller): RunResult | Reply | Promise<RunResult | Reply>;
  /** Answers a call whose run another call with the same key has started. */
  again(run: RunIds, caller: AnsweredCaller): Reply | Promise<Reply>;
}

const FORMATS: Record<AnswerFormat, Format> = {
  accepted: { own: ({ row }) => acceptedReply(row), again: (run) => acceptedReply(run, REPLAYED) },
  envelope: { own: envelopeOf, again: envelopeAgain },
  events: {
    own: (run, caller) => liveEvents(readerOf(run.row, caller), () => eventsOf(run)),
    again: (run, caller) => liveEvents(readerOf(run, caller), (ending) => eventsAgain(run, ending), REPLAYED),
  },
  response: { own: responseOf, again: responseAgain },
  webhook: { own: webhookAnswerOf, again: (run) => acceptedReply(run, REPLAYED) },
};

/** Answers the caller of a started run. @throws AppError run_failed for `response`; unavailable */
export function answerRun(
  started: StartedRun,
  format: Exclude<AnswerFormat, 'envelope'>,
  caller: AnsweredCaller,
): Promise<Reply>;
export function answerRun(
  started: StartedRun,
  format: AnswerFormat,
  caller: AnsweredCaller,
): Promise<RunResult | Reply>;
export async function answerRun(
  started: StartedRun,
  format: AnswerFormat,
  caller: AnsweredCaller,
): Promise<RunResult | Reply> {
  if (started.kind === 'queued') return acceptedReply(started.row);
  const { own, again } = FORMATS[format];
  return started.kind === 'running' ? own(started, caller) : again(started.row, caller);
}

/** Events for who asks for them. */
export const formatFor = (context: Pick<RequestContext, 'header'>): 'events' | 'envelope' =>
  wantsEvents(context) ? 'events' : 'envelope';

/** 202 with the address that tells how the run stands. */
export function acceptedReply(
  { executionId }: Pick<RunIds, 'executionId'>,
  headers: Record<string, string> = {},
): Reply {
  const answer = acceptedRun(executionId);
  return reply(answer, 202, { location: answer.statusUrl, ...headers });
}

/** A large answer goes out as it is; of a run that is parked only its address. */
async function envelopeOf(run: AdmittedRun): Promise<RunResult | Reply> {
  const end = await runToEnd(run);
  if (end.kind === 'parked') return acceptedReply(run.row);
  return end.kind === 'large' ? replyBytes(end.answer, NOT_STORED) : toRunResult(run.row, end.outcome);
}

/** Returns the outcome in the run's log; `INTERRUPTED` for a run that its process did not survive. */
async function envelopeAgain(run: RunIds, { signal }: AnsweredCaller): Promise<Reply> {
  const headers = { 'content-type': 'application/json', ...NOT_STORED, ...REPLAYED };
  const answer = await recordedUnlessParked(run, signal);
  return answer === null ? acceptedReply(run, REPLAYED) : new Reply(answer.json, 200, headers);
}

const readerOf = ({ workspaceId }: RunIds, caller: AnsweredCaller) => readerIn(caller, workspaceId, 'reader');

/**
 * Starts the run and yields an event as each block starts and ends, secrets masked. The run goes on when
 * nobody listens any more, or may no longer.
 */
export function eventsOf(run: AdmittedRun): AsyncIterable<RunStreamEvent | JsonText> {
  const { executionId, logId } = run.row;
  return eventQueue(async (push) => {
    push({ type: 'run-started', executionId, logId });
    const end = await runToEnd(run, { onEvent: push, audience: 'watcher' });
    if (end.kind === 'parked') push({ type: 'run-parked', ...acceptedRun(executionId) });
    else if (end.kind === 'large')
      push(new JsonText(`{"type":"run-finished","answer":${Buffer.from(end.answer).toString()}}`));
    else push({ type: 'run-finished', answer: toMaskedResult(run.row, end.outcome) });
  });
}

/** Without events of blocks: those went to the first caller. Secrets are masked, as in those. */
async function* eventsAgain(run: RunIds, signal: AbortSignal): AsyncGenerator<RunStreamEvent> {
  yield { type: 'run-started', executionId: run.executionId, logId: run.logId };
  const answer = await recordedUnlessParked(run, signal, 'watcher');
  if (answer === null) yield { type: 'run-parked', ...acceptedRun(run.executionId) };
  else yield { type: 'run-finished', answer: parseExact(answer.json) as RunResult };
}

/** 202 when it parks. @throws AppError run_failed when it ended without a Response */
async function responseOf(run: AdmittedRun): Promise<Reply> {
  const end = await runToEnd(run);
  if (end.kind === 'parked') return acceptedReply(run.row);
  const { response, ...answer } = endedRun(run.row, end);
  return responseOfEnded(run.row, answer, response);
}

/** Returns the same response, built from the log. */
async function responseAgain(run: RunIds, { signal }: AnsweredCaller): Promise<Reply> {
  const recorded = await recordedUnlessParked(run, signal);
  if (recorded === null) return acceptedReply(run, REPLAYED);
  const { answer, response } = await recordedResponse(run.logId, recorded, signal);
  const { body, status, headers } = await responseOfEnded(run, answer, response);
  return new Reply(body, status, { ...headers, ...REPLAYED });
}

async function responseOfEnded(
  run: RunIds,
  answer: RunResult,
  response: ReplyOfRun['response'],
): Promise<Reply> {
  if (response === null && answer.status === 'error')
    throw runFailed(run, answer.error?.message ?? 'The run failed.', answer.error);
  const ended = await responseReply(run, { output: answer.output, response });
  if (ended === null)
    throw runFailed(run, `The Response block’s status is ${response?.status}, which can’t end an answer.`);
  const ours = { ...NOT_STORED, 'x-execution-id': run.executionId };
  const named = new Reply(ended.body, ended.status, { ...ours, ...ended.headers });
  // The API isn't served where authors' pages are.
  return hasAnswersOrigin() ? withoutMarkup(named) : named;
}

function runFailed(run: RunIds, message: string, runError: RunResult['error'] = null): AppError {
  const { executionId, logId } = run;
  return new AppError('run_failed', message, {
    headers: { 'x-execution-id': executionId },
    extensions: { executionId, logId, runError },
  });
}

/** 202 when it parks, or takes too long. */
async function webhookAnswerOf(run: AdmittedRun): Promise<Reply> {
  const { row } = run;
  const ending = runToEnd(run);
  const end = await withinTime(ending, WEBHOOK_WITHIN_MS - (run.inLineMs ?? 0));
  if (end === null) {
    const { executionId } = row;
    ending.catch((error) => logger('hooks').error('a run failed after its caller', { executionId, error }));
    return acceptedReply(row);
  }
  if (end.kind === 'parked') return acceptedReply(row);
  const { status, output, response } = endedRun(row, end);
  // Details of a failure are for those who may read the log, not for whoever sends requests.
  const message = 'The run failed. Its log says why.';
  const failed = reply({ executionId: row.executionId, status: 'error', message }, 500);
  if (response === null && status === 'error') return failed;
  return (await responseReply(row, { output, response })) ?? failed;
}

async function withinTime<T>(work: Promise<T>, withinMs: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), Math.max(0, withinMs));
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
