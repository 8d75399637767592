import type { Actor } from '../auth/actor';
import type { EndpointInput } from '../http/endpoint';
import type { RequestContext } from '../http/operation';
import { eventStream, type Reply, reply } from '../http/reply';
import type { executeWorkflowEndpoint } from './endpoints';
import type { RunAccepted, RunAnswer } from './schema';
import { queueRun, startRun, watchRun } from './start-run';

/** The three ways to run: wait for the answer, watch it, or leave it to the queue. */
export async function executeWorkflow(
  actor: Actor,
  { params, query, body }: EndpointInput<typeof executeWorkflowEndpoint>,
  context: RequestContext,
): Promise<RunAnswer | Reply> {
  const run = { workflowId: params.id, input: body.input };
  if (query.mode === 'async') return accepted(await queueRun(actor, run));
  if (context.header('accept')?.includes('text/event-stream')) return eventStream(await watchRun(actor, run));
  return startRun(actor, run);
}

function accepted({ executionId }: { executionId: string }): Reply {
  const answer: RunAccepted = { executionId, statusUrl: `/api/v1/executions/${executionId}` };
  return reply(answer, 202, { location: answer.statusUrl });
}
