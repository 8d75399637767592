import { createHash } from 'node:crypto';
import type { RequestCheck } from '../../core/blocks/webhook-trigger/request-check';
import { parseTemplate } from '../../core/references/template';
import { isInRanges } from '../../platform/addresses/client-address';
import { AppError } from '../../platform/errors';
import { Reply } from '../../platform/http/reply';
import { logger } from '../../platform/logging/logger';
import { codeRunner } from '../../platform/sandbox/code-runner';
import { writeJson } from '../../platform/text/json-text';
import { admitExecution } from '../limits/admit-execution';
import { acceptedReply } from '../runs/accepted-reply';
import { beginOnce } from '../runs/execute-once';
import { type RunnableWorkflow, runnableVersions } from '../runs/runnable-workflow';
import type { ExecutionRow } from '../runs/shapes/execution-row';
import { acceptExecution, executionRow, requireRoom, type StartRunInput } from '../runs/start-run';
import { requireRoomToWait } from '../runs/waited-runs';
import { readVariables } from '../variables/read-variables';
import { answerByRun } from './answer-by-run';
import { findHook } from './find-hook';
import { type HookRequest, inputOfRequest, type RequestParts } from './hook-request';
import { type HookTrigger, hookTrigger } from './hook-trigger';
import { listed, readBodyData } from './read-body';
import { isGenuine, needsBody } from './verify-request';

export const MAX_HOOK_BODY_BYTES = 10 * 1024 * 1024;
const CONDITION_TIMEOUT_MS = 1_000;
const REPLAYED = { 'idempotent-replayed': 'true' };
/** What a key is about is in its name: the same key always asks for the same. */
const FINGERPRINT = createHash('sha256').update('webhook trigger').digest();

/** A live webhook that a request has reached. */
interface Reached {
  workflow: RunnableWorkflow;
  trigger: HookTrigger;
  blockId: string;
}

/**
 * Starts a run with the request, if the trigger's checks let it. A 202 is only given once the request is on
 * disk.
 * @throws AppError not_found, method_not_allowed, forbidden, payload_too_large, unauthenticated,
 *   rate_limited, usage_exceeded, unavailable, conflict
 */
export async function receiveRequest(token: string, request: HookRequest): Promise<Reply> {
  const reached = await reach(token);
  if (reached === null) throw new AppError('not_found', 'There is no webhook at this URL.');
  const { trigger, workflow } = reached;
  const { methods, ranges, config } = trigger;
  const allow = [...methods, 'OPTIONS'].join(', ');
  if (request.method === 'OPTIONS') return new Reply(null, 204, { allow });
  if (!methods.includes(request.method))
    throw new AppError('method_not_allowed', `This webhook takes ${methods.join(', ')}.`, {
      headers: { allow },
    });
  if (ranges !== null && !isInRanges(request.remoteAddress, ranges))
    throw new AppError('forbidden', 'This webhook takes no requests from your address.');
  // Who fails a check that needs no body is not read.
  if (!needsBody(config.check)) await requireGenuine(reached, request, Buffer.alloc(0));
  const body = await request.readBody(MAX_HOOK_BODY_BYTES);
  if (needsBody(config.check)) await requireGenuine(reached, request, body);
  const parts = partsOf(request);
  if (!(await isWanted(reached, body, parts))) return new Reply(null, 204, {});
  const input = await inputOfRequest(body, parts);
  const key = await duplicateKeyOf(trigger, body, parts);
  return start(reached, { input, key, signal: request.signal, about: { workflowId: workflow.workflowId } });
}

async function reach(token: string): Promise<Reached | null> {
  const hook = await findHook(token);
  if (hook === null) return null;
  const workflow = await (await runnableVersions(hook.workflowId))?.choose('live');
  if (!workflow) return null;
  const trigger = hookTrigger(workflow.compiled, hook.blockId);
  return trigger === null ? null : { workflow, trigger, blockId: hook.blockId };
}

function partsOf({ headers, search, method }: HookRequest): RequestParts {
  return { headers: { ...headers }, query: listed(search), method };
}

async function requireGenuine({ trigger, workflow }: Reached, request: HookRequest, body: Buffer) {
  const { check } = trigger.config;
  if (check.kind === 'none') return;
  const secret = await secretOf(check, workflow);
  const header = (name: string): string | undefined => {
    const value = request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };
  if (isGenuine(check, secret, { header, body, nowMs: Date.now() })) return;
  throw new AppError('unauthenticated', 'The request failed the check of this webhook.', {
    headers: check.kind === 'basic' ? { 'www-authenticate': 'Basic realm="webhook"' } : {},
  });
}

/** With variables filled in. @throws AppError conflict when one is missing */
async function secretOf(check: RequestCheck, { workspaceId, workflowId }: RunnableWorkflow): Promise<string> {
  const text = check.kind === 'none' ? '' : check.kind === 'basic' ? check.password : check.token;
  const { values } = await readVariables({ workspaceId, environment: 'live' });
  return parseTemplate(text, () => false)
    .parts.map((part) => {
      if (typeof part === 'string') return part;
      const value = part.kind === 'variable' ? values.get(part.name) : undefined;
      if (value !== undefined) return value;
      logger('hooks').warn('the check of a webhook names a variable that is missing', { workflowId });
      throw new AppError('conflict', 'This webhook is not set up completely: its secret is missing.');
    })
    .join('');
}

/** Whether the author's condition holds; without one it does. */
async function isWanted({ trigger, workflow }: Reached, body: Buffer, parts: RequestParts): Promise<boolean> {
  const code = trigger.config.condition;
  if (code.trim() === '') return true;
  const bindings = { body: await readBodyData(body, typeOf(parts)), ...parts };
  const result = await codeRunner(workflow.workspaceId).firstTrue({
    expressions: [{ code, bindings }],
    timeoutMs: CONDITION_TIMEOUT_MS,
    signal: new AbortController().signal,
  });
  if (result.ok) return result.value !== null;
  const { workflowId } = workflow;
  logger('hooks').warn('the condition of a webhook failed', { workflowId, code: result.error.code });
  throw new AppError('conflict', `The condition of this webhook failed with ${result.error.code}.`);
}

const typeOf = ({ headers }: RequestParts): string | undefined =>
  headers['content-type'] === undefined ? undefined : String(headers['content-type']);

/** What the request has where the author says; null: nothing, so that it is no duplicate. */
async function duplicateKeyOf(
  { keyPath }: HookTrigger,
  body: Buffer,
  parts: RequestParts,
): Promise<string | null> {
  if (keyPath === null) return null;
  const [head, ...names] = keyPath;
  let at: unknown = head === 'body' ? await readBodyData(body, typeOf(parts)) : parts[head as 'headers'];
  for (const name of names) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return null;
    at = (at as Record<string, unknown>)[name];
  }
  if (at === null || at === undefined || at === '') return null;
  return createHash('sha256').update(writeJson(at)).digest('hex');
}

interface Wanted {
  input: StartRunInput['input'];
  key: string | null;
  signal: AbortSignal;
  about: { workflowId: string };
}

async function start(reached: Reached, { input, key, signal, about }: Wanted): Promise<Reply> {
  const { workflow, trigger, blockId } = reached;
  const mode: ExecutionRow['mode'] = trigger.config.answer === 'response' ? 'sync' : 'async';
  requireRoom(input);
  const newRow = () => executionRow(workflow, { trigger: 'webhook', entryBlock: blockId, mode }, input);
  const admit = async (): Promise<void> => {
    if (mode === 'sync') requireRoomToWait(workflow.workspaceId);
    await admitExecution(workflow.holderId, mode);
  };
  if (key !== null) {
    const { workspaceId, workflowId: userId } = workflow;
    const name = { workspaceId, userId, key: `hook ${blockId} ${key}`, fingerprint: FINGERPRINT };
    const begun = await beginOnce(name, { input, newRow, admit }, signal);
    if (!begun.isOwn) return acceptedReply(begun.run.executionId, REPLAYED);
    return mode === 'async'
      ? acceptedReply(begun.row.executionId)
      : answerByRun({ row: begun.row, compiled: workflow.compiled, input, hasRow: true });
  }
  await admit();
  const row = newRow();
  if (mode === 'sync') return answerByRun({ row, compiled: workflow.compiled, input });
  await acceptExecution(row, input);
  logger('hooks').debug('a webhook queued a run', { ...about, executionId: row.executionId });
  return acceptedReply(row.executionId);
}
