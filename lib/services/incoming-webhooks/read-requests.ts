import { isAppError } from '../../platform/errors';
import { type Actor, mayEdit } from '../access/actor';
import type { BlockOfWorkflow } from '../triggers/trigger-blocks';
import { findWorkflow } from '../workflows/find-workflow';
import { readOutcomes } from './count-outcomes';
import { contentTypeOf, readBodyData } from './read-body';
import type { HookOutcomeCount, HookRequestDetail, HookRequestSummary } from './schema';
import { listStored, readStored } from './stored-requests';

const MASK = '***';

/** @throws AppError not_found */
export async function listHookRequests(
  actor: Actor,
  { id: workflowId, blockId }: BlockOfWorkflow,
): Promise<{ data: HookRequestSummary[]; outcomes: HookOutcomeCount[] }> {
  await findWorkflow(actor, workflowId, 'reader');
  const hook = { workflowId, blockId };
  const [data, outcomes] = await Promise.all([listStored(hook), readOutcomes(hook)]);
  return { data, outcomes };
}

/** @throws AppError not_found */
export async function getHookRequest(
  actor: Actor,
  { id: workflowId, blockId, requestId }: BlockOfWorkflow & { requestId: string },
): Promise<{ data: HookRequestDetail }> {
  const { workspaceId } = await findWorkflow(actor, workflowId, 'reader');
  const { summary, content } = await readStored({ workflowId, blockId }, requestId);
  const { headers, query, body, credentials } = content;
  const isShown = mayEdit(actor, workspaceId, 'workflows:write');
  const data: HookRequestDetail = {
    ...summary,
    headers: Object.entries(headers).map(([name, value]) => {
      const isCredential = credentials.includes(name);
      return { name, value: isCredential && !isShown ? MASK : value, isCredential };
    }),
    query: isShown ? query : masked(query, content.queryCredentials ?? []),
    body: await readBodyData(body, contentTypeOf(content), content.readBodyAs).catch(valueOfRefused),
    text: decodeUtf8(body),
  };
  return { data };
}

/** A request that was refused for its body has no value; the author still sees the rest of it. */
function valueOfRefused(error: unknown): null {
  if (isAppError(error)) return null;
  throw error;
}

const masked = (query: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, names.includes(name) ? MASK : value]),
  );

function decodeUtf8(body: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return null; // Other bytes.
  }
}
