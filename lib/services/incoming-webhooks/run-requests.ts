import { AppError } from '../../platform/errors';
import type { RequestContext } from '../../platform/http/operation';
import type { Reply } from '../../platform/http/reply';
import type { Actor } from '../access/actor';
import type { RunnableWorkflow } from '../runs/compiled/runnable-workflow';
import type { RunResult } from '../runs/schema';
import { workflowToRun } from '../runs/starting/admit';
import { answerRun, formatFor } from '../runs/starting/answers';
import { callersRequest, startRun } from '../runs/starting/start-run';
import type { BlockOfWorkflow } from '../triggers/trigger-blocks';
import { inputOfRequest } from './hook-request';
import { type HookTrigger, hookTrigger } from './hook-trigger';
import { readStored } from './stored-requests';

/**
 * Runs the draft with a test request. @throws AppError not_found, forbidden, conflict, rate_limited,
 * usage_exceeded, unavailable
 */
export async function runHookRequest(
  actor: Actor,
  { id: workflowId, blockId, requestId }: BlockOfWorkflow & { requestId: string },
  context: RequestContext,
): Promise<RunResult | Reply> {
  const workflow = await workflowToRun(actor, { workflowId, version: 'draft' });
  const trigger = requireEntry(workflow, blockId);
  const { content } = await readStored({ workflowId, blockId }, requestId);
  const { body, headers, query, method } = content;
  const parts = { headers, query, method };
  const input = await inputOfRequest({ body, rawBody: body, parts }, trigger);
  const request = callersRequest(actor, context, {
    workflow,
    entryBlock: blockId,
    input,
    mode: 'sync' as const,
  });
  return answerRun(await startRun(request), formatFor(context), context);
}

/** @throws AppError conflict when the version can't begin there */
function requireEntry({ compiled }: RunnableWorkflow, entryBlock: string): HookTrigger {
  const trigger = hookTrigger(compiled, entryBlock);
  if (trigger !== null) return trigger;
  throw new AppError(
    'conflict',
    'This version of the workflow has no such Webhook block that can be used: it was deleted or turned ' +
      'off, or its settings have problems.',
  );
}
