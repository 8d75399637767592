import type { Actor } from '../auth/actor';
import type { EndpointInput } from '../http/endpoint';
import type { RequestContext } from '../http/operation';
import { eventStream, type Reply } from '../http/reply';
import { acceptedReply } from './accepted-reply';
import type { executeWorkflowEndpoint } from './endpoints';
import { executeOnce } from './execute-once';
import { parseIdempotencyKey } from './idempotency-key';
import type { RunAnswer } from './schema';
import { queueRun, startRun, watchRun } from './start-run';

/** The three ways to run: wait for the answer, watch it, or leave it to the queue; each once only under an Idempotency-Key. */
export async function executeWorkflow(
  actor: Actor,
  { params, query, body }: EndpointInput<typeof executeWorkflowEndpoint>,
  context: RequestContext,
): Promise<RunAnswer | Reply> {
  const { requestId, traceId } = context;
  const run = { workflowId: params.id, input: body.input, ids: { requestId, traceId } };
  const key = parseIdempotencyKey(context.header('idempotency-key'));
  const isWatched = query.mode === 'sync' && context.header('accept')?.includes('text/event-stream') === true;
  if (key !== null) return executeOnce(actor, { ...run, key, mode: query.mode, isWatched }, context.signal);
  if (query.mode === 'async') return acceptedReply((await queueRun(actor, run)).executionId);
  if (isWatched) return eventStream(await watchRun(actor, run));
  return startRun(actor, run);
}
