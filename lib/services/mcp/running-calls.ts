import { createHash } from 'node:crypto';
import { env } from '../../platform/env';
import { logger } from '../../platform/logging/logger';
import { notify, onNotification } from '../../platform/postgres/notify';
import { processSingleton } from '../../platform/process-singleton';
import type { Actor } from '../access/actor';
import { cancelExecution } from '../runs/reading/get-execution';
import type { MessageId } from './json-rpc';

/** A call whose answer is still waited for. */
export interface RunningCall {
  actor: Actor;
  /** Null until its run has begun. */
  executionId: string | null;
  /** True if the client cancelled it, maybe before its run began. */
  isCancelled: boolean;
}

/** Of a client: without sessions, its key is all that is known of it. */
export interface CallOfClient {
  actor: Actor;
  workspaceId: string;
  id: MessageId;
}

/** Calls of this process by client and request id. */
const calls = (): Map<string, Set<RunningCall>> =>
  processSingleton('mcp-calls', () => {
    const running = new Map<string, Set<RunningCall>>();
    onNotification('mcpCalls', (key) => void cancelOnly(running.get(key)));
    return running;
  });

/** True if the operator lets clients cancel the runs of their calls. */
export const mayCancel = (): boolean => env().MCP_CANCEL === 'on';

/** Remembers a call until the returned function is called. */
export function rememberCall(of: CallOfClient, call: RunningCall): () => void {
  if (!mayCancel()) return () => undefined;
  const running = calls();
  const key = keyOf(of);
  const same = running.get(key) ?? new Set();
  running.set(key, same.add(call));
  return () => {
    same.delete(call);
    if (same.size === 0) running.delete(key);
  };
}

/** Cancels the client's call in whichever process it runs; an unknown id is ignored, as the protocol says. */
export async function cancelCall(of: CallOfClient): Promise<void> {
  if (mayCancel()) await notify('mcpCalls', keyOf(of));
}

/** Two clients with one key may use the same id: then nobody knows which call is meant. */
async function cancelOnly(same: ReadonlySet<RunningCall> | undefined): Promise<void> {
  const [call, ...others] = same ?? [];
  if (call !== undefined && others.length === 0) await endRun(call);
}

/** Ends the run of a call. Never throws: the run may have ended meanwhile. */
export async function endRun(call: RunningCall): Promise<void> {
  call.isCancelled = true;
  const { actor, executionId } = call;
  if (executionId === null) return;
  try {
    await cancelExecution(actor, executionId);
  } catch (error) {
    logger('mcp').info('a call could not be cancelled', { error, executionId });
  }
}

const keyOf = ({ actor, workspaceId, id }: CallOfClient): string =>
  createHash('sha256')
    .update(JSON.stringify([workspaceId, actor.keyId ?? actor.userId, id]))
    .digest('hex');
