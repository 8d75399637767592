import { z } from 'zod';
import { blockDefinitions } from '../../core/blocks/registry/definitions';
import { isShortened } from '../../core/blocks/shortened-value';
import type { TraceSpan } from '../../core/engine/trace-span';
import { AppError } from '../../platform/errors';
import { Reply } from '../../platform/http/reply';
import { pool } from '../../platform/postgres/db';
import { parseExact } from '../../platform/text/exact-number';
import { hasAnswersOrigin } from '../access/answers-origin';
import { acceptedReply } from './accepted-reply';
import { withoutMarkup } from './author-markup';
import { recordedUnlessParked } from './recorded-answer';
import { type ReplyOfRun, type RunOfReply, responseReply } from './response-reply';
import { endedRun } from './run-answer';
import type { RunAnswer } from './schema';
import { type AdmittedRun, runToEnd } from './start-run';

/**
 * Runs it to its end and answers as its Response block says; 202 when it parks.
 * @throws AppError run_failed when it ended without a Response; unavailable
 */
export async function answerWithResponse(run: AdmittedRun): Promise<Reply> {
  const { row } = run;
  const end = await runToEnd(run);
  if (end.kind === 'parked') return acceptedReply(row.executionId);
  const { response, ...answer } = endedRun(row, end);
  return replyOf(row, answer, response);
}

/** The same answer again, made of the log of a run that another call started. @throws AppError as above */
export async function replayWithResponse(run: RunOfReply, signal: AbortSignal): Promise<Reply> {
  const recorded = await recordedUnlessParked(run, signal);
  if (recorded === null) return acceptedReply(run.executionId);
  const { json, exact } = recorded;
  const answer = parseExact(json) as RunAnswer;
  const response = exact === null ? await recordedResponse(run.logId) : exact.response;
  return replyOf(run, { ...answer, output: wholeOf(answer.output) }, response);
}

async function replyOf(run: RunOfReply, answer: RunAnswer, response: ReplyOfRun['response']): Promise<Reply> {
  if (response === null && answer.status === 'error')
    throw runFailed(run, answer.error?.message ?? 'The run failed.', answer.error);
  const reply = await responseReply(run, { output: answer.output, response });
  if (reply === null)
    throw runFailed(run, `The Response block’s status is ${response?.status}, which can’t end an answer.`);
  const ours = { 'cache-control': 'private, no-store', 'x-execution-id': run.executionId };
  const named = new Reply(reply.body, reply.status, { ...ours, ...reply.headers });
  // The API isn't served where authors' pages are.
  return hasAnswersOrigin() ? withoutMarkup(named) : named;
}

function runFailed(run: RunOfReply, message: string, runError: RunAnswer['error'] = null): AppError {
  const { executionId, logId } = run;
  return new AppError('run_failed', message, {
    headers: { 'x-execution-id': executionId },
    extensions: { executionId, logId, runError },
  });
}

/** What a log holds as a file stands here as the value it was. */
function wholeOf(output: unknown): unknown {
  if (!isShortened(output)) return output;
  const { base64, contentType } = output as { base64?: unknown; contentType?: string };
  if (typeof base64 !== 'string') return output;
  const text = Buffer.from(base64, 'base64').toString('utf8');
  return contentType === 'application/json' ? parseExact(text) : text;
}

const READ_SPANS = `
SELECT p.trace_spans FROM runtime.log l
JOIN runtime.log_payload p ON p.log_id = l.id AND p.started_at = l.started_at
WHERE l.id = $1`;

const RecordedAnswer = z.object({ status: z.int(), headers: z.array(z.tuple([z.string(), z.string()])) });

/** Spans keep a Response's status and headers whole; the first one to finish has answered. */
async function recordedResponse(logId: string): Promise<ReplyOfRun['response']> {
  const { rows } = await pool().query<{ trace_spans: string }>(READ_SPANS, [logId]);
  const spans = rows[0] === undefined ? [] : (JSON.parse(rows[0].trace_spans) as TraceSpan[]);
  for (const { type, status, output } of inOrderOfEnd(spans)) {
    if (status !== 'success' || blockDefinitions.get(type)?.answersRun !== true) continue;
    const found = RecordedAnswer.safeParse(output);
    if (found.success) return found.data;
  }
  return null;
}

/** What ran inside a block ended before it. */
function* inOrderOfEnd(spans: readonly TraceSpan[]): Generator<TraceSpan> {
  for (const span of spans) {
    yield* inOrderOfEnd(span.children);
    yield span;
  }
}
