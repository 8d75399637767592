import { AppError } from '../../platform/errors';
import type { RequestContext } from '../../platform/http/operation';
import { type Reply, wantsEvents } from '../../platform/http/reply';
import type { Actor } from '../access/actor';
import { answerWithEnvelope } from '../runs/execute-once';
import type { RunAnswer } from '../runs/schema';
import { admittedRun, type StartRunInput, workflowToRun } from '../runs/start-run';
import { streamRun } from '../runs/stream-run';
import type { HookOf } from './hook-address';
import { inputOfRequest } from './hook-request';
import { type HookTrigger, hookTrigger } from './hook-trigger';
import { readStored } from './stored-requests';

interface Again extends Required<Pick<StartRunInput, 'workflowId' | 'input' | 'version' | 'entryBlock'>> {}

/**
 * Runs the draft with a test request. @throws AppError not_found, forbidden, conflict, rate_limited,
 * usage_exceeded, unavailable
 */
export async function runHookRequest(
  actor: Actor,
  { id: workflowId, blockId, requestId }: HookOf & { requestId: string },
  context: RequestContext,
): Promise<RunAnswer | Reply> {
  const trigger = await requireEntry(actor, { workflowId, version: 'draft', entryBlock: blockId });
  const { content } = await readStored({ workflowId, blockId }, requestId);
  const { body, headers, query, method } = content;
  const parts = { headers, query, method };
  const input = await inputOfRequest({ body, rawBody: body, parts }, trigger);
  return run(actor, { workflowId, input, version: 'draft', entryBlock: blockId }, context);
}

/** @throws AppError conflict when the version can't begin there */
async function requireEntry(
  actor: Actor,
  { entryBlock, ...of }: Pick<Again, 'workflowId' | 'version' | 'entryBlock'>,
): Promise<HookTrigger> {
  const workflow = await workflowToRun(actor, of);
  const trigger = hookTrigger(workflow.compiled, entryBlock);
  if (trigger !== null) return trigger;
  throw new AppError(
    'conflict',
    'This version of the workflow has no such Webhook block that can be used: it was deleted or turned ' +
      'off, or its settings have problems.',
  );
}

async function run(actor: Actor, start: Again, context: RequestContext): Promise<RunAnswer | Reply> {
  const { requestId, traceId } = context;
  const asked = { ...start, ids: { requestId, traceId } };
  const admitted = await admittedRun(actor, asked);
  return wantsEvents(context) ? streamRun(admitted, context) : answerWithEnvelope(admitted);
}
