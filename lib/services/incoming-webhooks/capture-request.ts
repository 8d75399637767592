import { isSensitiveHeader } from '../../core/blocks/webhook-trigger/sensitive-headers';
import { AppError, isAppError } from '../../platform/errors';
import { codingsOf } from '../../platform/http/body/content-codings';
import { Reply, reply } from '../../platform/http/reply';
import { notify } from '../../platform/postgres/notify';
import { countAttempt } from '../access/attempts';
import { runnableVersions } from '../runs/compiled/runnable-workflow';
import { crossOriginHeaders, preflightHeaders } from './cross-origin';
import { examineRequest, HookRefusal, outcomeOf, partsOf, payersOf, type Reached } from './examine-request';
import { type FoundHook, findHook } from './find-hook';
import type { HookRequest } from './hook-request';
import { hookTrigger } from './hook-trigger';
import { listenedWorkspace } from './listen-to-hook';
import { type NewStoredRequest, storeRequest } from './stored-requests';

export const MAX_TEST_BODY_BYTES = 1024 * 1024;
const ALLOWANCE = { burst: 60, perMinute: 120 };

/**
 * Stores a test request for the editors that listen, with what the draft's checks say of it. The sender gets
 * the answer that a live webhook would give, but no run starts.
 * @throws AppError as `receiveRequest`; conflict when nobody listens
 */
export async function captureRequest(token: string, request: HookRequest): Promise<Reply> {
  const hook = await findHook(token);
  if (hook === null) throw new AppError('not_found', 'There is no webhook at this URL.');
  const workspaceId = await listenedWorkspace(hook);
  if (workspaceId === null)
    throw new AppError(
      'conflict',
      'Nobody is listening for test requests. Open the Webhook block and turn on “Listen for requests”.',
    );
  await countAttempt([{ kind: 'hook test', name: token, allowance: ALLOWANCE }]);
  const stored: NewStoredRequest = {
    ...hook,
    workspaceId,
    outcome: 'accepted',
    reason: null,
    content: { ...partsOf(request), body: Buffer.alloc(0), credentials: [] },
  };
  try {
    return await examine(hook, request, stored);
  } catch (error) {
    stored.outcome = outcomeOf(error);
    const words = isAppError(error) ? error.message : 'The request could not be checked.';
    stored.reason = (error instanceof HookRefusal ? error.reason : null) ?? words;
    throw error;
  } finally {
    await storeRequest(stored);
    await notify('captures', hook.workflowId);
  }
}

async function examine(hook: FoundHook, request: HookRequest, stored: NewStoredRequest): Promise<Reply> {
  // Before the checks: the author sees also what they refuse.
  const payers = payersOf(stored, stored.blockId, request.remoteAddress);
  const codings = codingsOf(request.headers['content-encoding']) ?? [];
  const rawBody = await request.readBody(
    MAX_TEST_BODY_BYTES,
    payers,
    codings.length === 0 ? 0 : MAX_TEST_BODY_BYTES,
  );
  stored.content.body = rawBody;
  const reached = await reachDraft(hook);
  const config = reached?.trigger.config;
  const checks = config === undefined ? [] : [config.check, config.otherCheck];
  stored.content.credentials = Object.keys(request.headers).filter((name) => isSensitiveHeader(name, checks));
  stored.content.queryCredentials = checks.flatMap((check) =>
    check.kind === 'query' ? [check.parameter.trim()] : [],
  );
  if (config !== undefined) stored.content.readBodyAs = config.readBodyAs;
  if (reached === null)
    throw new AppError(
      'conflict',
      'The Webhook block of the draft can’t be used: it is turned off, or its settings have problems.',
    );
  const { trigger } = reached;
  if (request.method === 'OPTIONS') return new Reply(null, 204, preflightHeaders(trigger, request));
  const again = { ...request, readBody: async () => rawBody };
  const examined = await examineRequest(reached, again, MAX_TEST_BODY_BYTES);
  const allowing = crossOriginHeaders(trigger, request);
  if ('challenge' in examined) {
    Object.assign(stored, {
      outcome: 'challenge',
      reason: 'The sender’s question for the URL was answered.',
    });
    const { body, status, headers } = examined.challenge;
    return new Reply(body, status, { ...allowing, ...headers });
  }
  stored.content.body = examined.body;
  if (examined.isWanted)
    return reply({ test: true, message: 'Received. Test requests start no run.' }, 202, allowing);
  Object.assign(stored, { outcome: 'filtered', reason: 'The condition did not hold.' });
  return new Reply(null, 204, allowing);
}

async function reachDraft({ workflowId, blockId }: FoundHook): Promise<Reached | null> {
  const workflow = await (await runnableVersions(workflowId))?.choose('draft');
  const trigger = workflow ? hookTrigger(workflow.compiled, blockId) : null;
  return workflow && trigger !== null ? { workflow, trigger, blockId } : null;
}
