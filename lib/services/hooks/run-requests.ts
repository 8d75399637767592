import { blockDefinitions } from '../../core/blocks/registry/definitions';
import { isShortened } from '../../core/blocks/shortened-value';
import type { TraceSpan } from '../../core/engine/trace-span';
import { AppError } from '../../platform/errors';
import type { RequestContext } from '../../platform/http/operation';
import { eventStream, type Reply, wantsEvents } from '../../platform/http/reply';
import { isJsonObject, parseExact } from '../../platform/text/exact-number';
import { writeJson } from '../../platform/text/json-text';
import type { Actor } from '../access/actor';
import { getLog } from '../logs/get-log';
import { answerReply } from '../runs/execute-once';
import { fillShortened } from '../runs/fill-shortened';
import { outputWithFiles } from '../runs/last-outputs';
import type { RunAnswer } from '../runs/schema';
import { answerRun, type StartRunInput, watchRun, workflowToRun } from '../runs/start-run';
import type { HookOf } from './hook-address';
import { inputOfRequest } from './hook-request';
import { hookTrigger } from './hook-trigger';
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
  await requireEntry(actor, { workflowId, version: 'draft', entryBlock: blockId });
  const { content } = await readStored({ workflowId, blockId }, requestId);
  const { body, headers, query, method } = content;
  const input = await inputOfRequest(body, { headers, query, method });
  return run(actor, { workflowId, input, version: 'draft', entryBlock: blockId }, context);
}

/** Runs a workflow with the request that started an earlier run of it. @throws AppError the same */
export async function runLoggedRequest(
  actor: Actor,
  { id, version }: { id: string; version: 'live' | 'draft' },
  context: RequestContext,
): Promise<RunAnswer | Reply> {
  const { data: log } = await getLog(actor, id);
  const { workflowId } = log;
  const span = log.executionData.traceSpans.find(isHookSpan);
  if (workflowId === null || span === undefined)
    throw new AppError('conflict', 'No webhook started this run, so there is no request to run again.');
  const of = { workflowId, version, entryBlock: span.blockId };
  const { workspaceId } = await requireEntry(actor, of);
  const output = parseExact(writeJson(span.output));
  const files = await outputWithFiles({ id: log.id, started_at: log.startedAt }, named(output, log.id));
  const { request } = await fillShortened(workspaceId, { request: files });
  if (!isJsonObject(request) || isShortened(request) || Object.values(request).some(isShortened))
    throw new AppError('conflict', 'The request was too large to be kept in the log.');
  return run(actor, { ...of, input: request }, context);
}

const isHookSpan = ({ type, status }: TraceSpan): boolean =>
  blockDefinitions.get(type)?.startsOn === 'webhook' && status === 'success';

/** What is shortened says where the whole of it is. */
const named = (output: unknown, logId: string): unknown =>
  isJsonObject(output)
    ? Object.fromEntries(
        Object.entries(output).map(([name, value]) => [
          name,
          isShortened(value) && value.fileId ? { ...value, logId } : value,
        ]),
      )
    : output;

/** @throws AppError conflict when the version can't begin there */
async function requireEntry(
  actor: Actor,
  { entryBlock, ...of }: Pick<Again, 'workflowId' | 'version' | 'entryBlock'>,
): Promise<{ workspaceId: string }> {
  const workflow = await workflowToRun(actor, of);
  if (hookTrigger(workflow.compiled, entryBlock) !== null) return workflow;
  throw new AppError(
    'conflict',
    'This version of the workflow has no such Webhook block that can be used: it was deleted or turned ' +
      'off, or its settings have problems.',
  );
}

async function run(actor: Actor, start: Again, context: RequestContext): Promise<RunAnswer | Reply> {
  const { requestId, traceId } = context;
  const asked = { ...start, ids: { requestId, traceId } };
  if (wantsEvents(context)) return eventStream(await watchRun(actor, asked));
  return answerReply(await answerRun(actor, asked));
}
