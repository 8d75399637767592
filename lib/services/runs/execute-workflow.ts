import type { EndpointInput } from '../../platform/http/endpoint';
import type { RequestContext } from '../../platform/http/operation';
import { type Reply, wantsEvents } from '../../platform/http/reply';
import { parseExact } from '../../platform/text/exact-number';
import type { Actor } from '../access/actor';
import { acceptedReply } from './accepted-reply';
import { answerWithResponse } from './answer-with-response';
import type { executeWorkflowEndpoint } from './endpoints';
import { answerWithEnvelope, executeOnce } from './execute-once';
import { parseIdempotencyKey } from './idempotency-key';
import { LargeInput } from './large-input';
import { isLargeJson } from './large-values';
import { runProcesses } from './processes/run-processes';
import type { RunAnswer } from './schema';
import { admittedRun, queueRun, type StartRunInput } from './start-run';
import { streamRun } from './stream-run';

type StartOfRun = Omit<EndpointInput<typeof executeWorkflowEndpoint>, 'body'> & {
  body: { input: StartRunInput['input'] };
};

/**
 * The ways to run: wait for the answer, in an envelope or as the Response block has it, watch it, or leave it
 * to the queue; each once only under an Idempotency-Key.
 */
export async function executeWorkflow(
  actor: Actor,
  { params, query, body }: StartOfRun,
  context: RequestContext,
): Promise<RunAnswer | Reply> {
  const { requestId, traceId } = context;
  const { version } = query;
  const run = { workflowId: params.id, input: body.input, version, ids: { requestId, traceId } };
  const key = parseIdempotencyKey(context.header('idempotency-key'));
  const { mode } = query;
  const byResponse = mode === 'sync' && query.answer === 'response';
  // What a Response block answers may be a stream of events itself: the parameter decides.
  const isWatched = mode === 'sync' && !byResponse && wantsEvents(context);
  if (key !== null) return executeOnce(actor, { ...run, key, mode, isWatched, byResponse }, context);
  if (mode === 'async') return acceptedReply((await queueRun(actor, run)).executionId);
  if (byResponse) return answerWithResponse(await admittedRun(actor, run));
  if (isWatched) return streamRun(await admittedRun(actor, run), context);
  return answerWithEnvelope(await admittedRun(actor, run));
}

/**
 * A large body, checked off the event loop; an input that is simple after all is a value as ever.
 * @throws AppError invalid_request, unavailable
 */
export async function readLargeStart(text: string): Promise<{ input: StartRunInput['input'] }> {
  const json = await runProcesses().atDesk({ kind: 'check', of: 'start', text }, text.length);
  if (isLargeJson(json)) return { input: new LargeInput(json) };
  return { input: parseExact(Buffer.from(json).toString()) as Record<string, unknown> };
}
