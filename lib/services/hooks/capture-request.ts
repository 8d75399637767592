import { isSensitiveHeader } from '../../core/blocks/webhook-trigger/sensitive-headers';
import { AppError, isAppError } from '../../platform/errors';
import { Reply, reply } from '../../platform/http/reply';
import { notify } from '../../platform/postgres/notify';
import { countAttempt } from '../access/attempts';
import { runnableVersions } from '../runs/runnable-workflow';
import { examineRequest, HookRefusal, outcomeOf, partsOf, payersOf, type Reached } from './examine-request';
import { type FoundHook, findHook } from './find-hook';
import type { HookRequest } from './hook-request';
import { hookTrigger } from './hook-trigger';
import { listenedWorkspace } from './listen-to-hook';
import { type NewStoredRequest, storeRequest } from './stored-requests';

const MAX_TEST_BODY_BYTES = 1024 * 1024;
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
    ...{ ...hook, workspaceId, outcome: 'accepted', reason: null },
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
  const body = await request.readBody(MAX_TEST_BODY_BYTES, payers);
  stored.content.body = body;
  const reached = await reachDraft(hook);
  const names = Object.keys(request.headers);
  stored.content.credentials = names.filter((name) =>
    isSensitiveHeader(name, reached?.trigger.config.check ?? { kind: 'none' }),
  );
  if (reached === null)
    throw new AppError(
      'conflict',
      'The Webhook block of the draft can’t be used: it is turned off, or its settings have problems.',
    );
  if (request.method === 'OPTIONS') return new Reply(null, 204, {});
  const { isWanted } = await examineRequest(reached, { ...request, readBody: async () => body }, body.length);
  if (isWanted) return reply({ test: true, message: 'Received. Test requests start no run.' }, 202);
  Object.assign(stored, { outcome: 'filtered', reason: 'The condition did not hold.' });
  return new Reply(null, 204, {});
}

async function reachDraft({ workflowId, blockId }: FoundHook): Promise<Reached | null> {
  const workflow = await (await runnableVersions(workflowId))?.choose('draft');
  const trigger = workflow ? hookTrigger(workflow.compiled, blockId) : null;
  return workflow && trigger !== null ? { workflow, trigger, blockId } : null;
}
