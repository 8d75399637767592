import { createHash } from 'node:crypto';
import { AppError, isAppError } from '../../platform/errors';
import { Reply } from '../../platform/http/reply';
import { writeJson } from '../../platform/text/json-text';
import { runnableVersions } from '../runs/compiled/runnable-workflow';
import type { RunInput } from '../runs/isolated/large-input';
import { type AnsweredCaller, answerRun } from '../runs/starting/answers';
import { type StartedRun, startRun } from '../runs/starting/start-run';
import { countOutcome } from './count-outcomes';
import { allowingHeaders, crossOriginHeaders, preflightHeaders } from './cross-origin';
import { allowedMethods, type Examined, examineRequest, outcomeOf, type Reached } from './examine-request';
import { findHook } from './find-hook';
import { type HookRequest, inputOfRequest } from './hook-request';
import { type HookTrigger, hookTrigger } from './hook-trigger';
import { bodyForSettings, contentTypeOf } from './read-body';
import type { HookOutcome } from './schema';
import { tagsOfRequest, valueAt } from './tags-of-request';

export const MAX_HOOK_BODY_BYTES = 10 * 1024 * 1024;
/** The same for all requests: a key's name says what it is about, so one key always asks for the same. */
const FINGERPRINT = createHash('sha256').update('webhook trigger').digest();

/**
 * Starts a run with the request, if the trigger's checks let it. A 202 is only given once the request is on
 * disk.
 * @throws AppError not_found, method_not_allowed, forbidden, payload_too_large, unauthenticated,
 *   rate_limited, usage_exceeded, unavailable, conflict; gone once the workflow is unpublished
 */
export async function receiveRequest(token: string, request: HookRequest): Promise<Reply> {
  const reached = await reach(token);
  if (reached === null) throw new AppError('not_found', 'There is no webhook at this URL.');
  const { trigger, workflow, blockId } = reached;
  if (request.method === 'OPTIONS')
    return new Reply(null, 204, { allow: allowedMethods(trigger), ...preflightHeaders(trigger, request) });
  const hook = { workflowId: workflow.workflowId, blockId };
  const allowing = crossOriginHeaders(trigger, request);
  try {
    const { answer, outcome } = await answerRequest(reached, request);
    countOutcome(hook, outcome);
    return new Reply(answer.body, answer.status, allowingHeaders(allowing, answer.headers));
  } catch (error) {
    countOutcome(hook, outcomeOf(error));
    if (isAppError(error)) Object.assign(error.headers, allowingHeaders(allowing, error.headers));
    throw error;
  }
}

/** Nobody who has an account here. */
const senderOf = ({ signal }: HookRequest): AnsweredCaller => {
  return { signal, authenticateAgain: async () => null };
};

async function answerRequest(
  reached: Reached,
  request: HookRequest,
): Promise<{ answer: Reply; outcome: HookOutcome }> {
  const read = await readRequest(reached, request);
  if (read instanceof Reply) return { answer: read, outcome: 'challenge' };
  if (read === null) return { answer: new Reply(null, 204, {}), outcome: 'filtered' };
  // From here on the input counts against the run's own limits.
  request.releaseBody();
  const started = await start(reached, read, request);
  const answer = await answerRun(started, 'webhook', senderOf(request));
  return { answer, outcome: started.kind === 'repeated' ? 'duplicate' : 'accepted' };
}

/**
 * Reads the request in a function of its own, so that the body isn't held while the run goes on. Returns
 * null if the condition doesn't hold, a reply if the sender only asks whether the URL expects it.
 */
async function readRequest(reached: Reached, request: HookRequest): Promise<Wanted | Reply | null> {
  const examined = await examineRequest(reached, request, MAX_HOOK_BODY_BYTES);
  if ('challenge' in examined) return examined.challenge;
  if (!examined.isWanted) return null;
  const { trigger } = reached;
  const { body, parts } = examined;
  const input = await inputOfRequest(examined, trigger);
  const readBody = bodyForSettings(body, contentTypeOf(parts), trigger.config.readBodyAs);
  const tags = await tagsOfRequest(trigger, parts, readBody);
  return { input, tags, key: await duplicateKeyOf(trigger, parts, readBody) };
}

/** @throws AppError gone */
async function reach(token: string): Promise<Reached | null> {
  const hook = await findHook(token);
  const versions = hook === null ? null : await runnableVersions(hook.workflowId);
  if (hook === null || versions === null) return null;
  if (versions.isUnpublished) {
    countOutcome(hook, 'unpublished');
    throw new AppError('gone', 'This webhook is taken offline, so nothing was started.');
  }
  const workflow = await versions.choose('live');
  if (workflow === null) return null;
  const trigger = hookTrigger(workflow.compiled, hook.blockId);
  return trigger === null ? null : { workflow, trigger, blockId: hook.blockId };
}

/** Returns a hash of the value at the author's path; null when there is none, so it is no duplicate. */
async function duplicateKeyOf(
  { keyPath }: HookTrigger,
  parts: Examined['parts'],
  readBody: () => Promise<unknown>,
): Promise<string | null> {
  if (keyPath === null) return null;
  const at = await valueAt(keyPath, parts, readBody);
  if (at === null || at === undefined || at === '') return null;
  return createHash('sha256').update(writeJson(at)).digest('hex');
}

interface Wanted {
  input: RunInput;
  tags: string[];
  key: string | null;
}

/** @param key null: it is no duplicate of anything */
function start(
  { workflow, trigger, blockId }: Reached,
  { input, tags, key }: Wanted,
  { requestId, traceId, traceparent, signal }: HookRequest,
): Promise<StartedRun> {
  const { workspaceId, workflowId: scopeId } = workflow;
  const once = { workspaceId, scopeId, key: `hook ${blockId} ${key}`, fingerprint: FINGERPRINT, signal };
  return startRun({
    workflow,
    trigger: 'webhook',
    entryBlock: blockId,
    input,
    tags,
    mode: trigger.config.answer === 'response' ? 'sync' : 'async',
    caller: null,
    whenHeld: workflow.hold?.waitingCallers ?? 'refuse',
    once: key === null ? null : once,
    ids: { requestId, traceId, traceparent },
  });
}
