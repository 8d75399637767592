import type { EndpointInput } from '../../../platform/http/endpoint';
import type { RequestContext } from '../../../platform/http/operation';
import { type Reply, wantsEvents } from '../../../platform/http/reply';
import { parseExact } from '../../../platform/text/exact-number';
import type { Actor } from '../../access/actor';
import type { executeWorkflowEndpoint } from '../endpoints';
import { isolatedPool } from '../isolated/isolated-pool';
import { LargeInput, type RunInput } from '../isolated/large-input';
import { takeTags } from '../isolated/large-tags';
import { isLargeJson } from '../isolated/large-values';
import type { RunResult } from '../schema';
import type { RequestedRun } from '../shapes/requested-run';
import type { WaitingCallers } from '../shapes/start-hold';
import { workflowToRun } from './admit';
import { type AnswerFormat, answerRun } from './answers';
import { fingerprintOf, parseIdempotencyKey } from './idempotency-key';
import { callersRequest, startRun } from './start-run';
import { timingOf } from './start-timing';

type StartOfRun = Omit<EndpointInput<typeof executeWorkflowEndpoint>, 'body'> & {
  body: { input: RunInput; tags?: string[] | undefined };
};

/**
 * The ways to run: wait for the answer, in an envelope or as the Response block has it, watch it, or leave it
 * to the queue; each once only under an Idempotency-Key.
 */
export async function executeWorkflow(
  actor: Actor,
  { params, query, body: { input, tags } }: StartOfRun,
  context: RequestContext,
): Promise<RunResult | Reply> {
  const { mode, version, whenHeld, delay, startAt, ttl, priority } = query;
  const timing = timingOf({ delay, startAt, ttl, priority }, mode);
  const key = parseIdempotencyKey(context.header('idempotency-key'));
  const workflow = await workflowToRun(actor, { workflowId: params.id, version });
  const { workspaceId, workflowId } = workflow;
  const asked = {
    workspaceId,
    workflowId,
    mode,
    input,
    ...(version !== undefined && { version }),
    ...(tags && { tags }),
    ...(timing && { timing: { delay, startAt, ttl, priority } }),
  };
  const once = key !== null && {
    workspaceId,
    scopeId: actor.userId,
    key,
    fingerprint: await fingerprintOfRun(asked),
    signal: context.signal,
  };
  const callers: WaitingCallers = whenHeld ?? workflow.hold?.waitingCallers ?? 'refuse';
  const request = callersRequest(actor, context, {
    workflow,
    mode,
    input,
    tags,
    whenHeld: callers,
    timing,
    once: once || null,
  });
  return answerRun(await startRun(request), formatOf(query, context), context);
}

function formatOf(
  { mode, answer }: StartOfRun['query'],
  context: Pick<RequestContext, 'header'>,
): AnswerFormat {
  if (mode === 'async') return 'accepted';
  // The response of a Response block may be a stream of events itself, so the parameter decides.
  if (answer === 'response') return 'response';
  return wantsEvents(context) ? 'events' : 'envelope';
}

/** Returns the fingerprint, which for large inputs is made off the event loop. */
async function fingerprintOfRun(asked: RequestedRun & { input: RunInput }): Promise<Buffer> {
  const { input, ...rest } = asked;
  if (!(input instanceof LargeInput)) return fingerprintOf({ ...rest, input });
  const { json } = input;
  return Buffer.from(
    await isolatedPool().runInBodyProcess({ kind: 'fingerprint', asked: rest, input: json }, json.length),
  );
}

/**
 * A large body, checked off the event loop; an input that is simple after all is a value as ever.
 * @throws AppError invalid_request, unavailable
 */
export async function readLargeStart(text: string): Promise<StartOfRun['body']> {
  const checked = await isolatedPool().runInBodyProcess({ kind: 'check', of: 'start', text }, text.length);
  const [tags, json] = takeTags(checked);
  if (isLargeJson(json)) return { input: new LargeInput(json), tags };
  return { input: parseExact(Buffer.from(json).toString()) as Record<string, unknown>, tags };
}
