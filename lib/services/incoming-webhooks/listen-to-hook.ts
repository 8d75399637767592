import { AppError } from '../../platform/errors';
import type { RequestContext } from '../../platform/http/operation';
import { type Reply, wantsEvents } from '../../platform/http/reply';
import { newId } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import { onNotification } from '../../platform/postgres/notify';
import type { Actor } from '../access/actor';
import { liveEvents, readerIn } from '../access/live-stream';
import { eventQueue } from '../runs/execution/event-queue';
import type { BlockOfWorkflow } from '../triggers/trigger-blocks';
import type { FoundHook } from './find-hook';
import { requireHookBlock } from './hook-address';
import type { HookListenEvent } from './schema';

/** Short, so that access rights are checked again and a stopping server isn't kept up. */
const STREAM_MS = 25_000;
/** After the stream's end there is time to open the next one. */
const LISTENS_SECONDS = 40;
const MAX_LISTENERS = 20;

// Inserts a listener unless its block has too many; those that ended without notice don't count.
const BEGIN = `
INSERT INTO runtime.hook_listener (id, workflow_id, block_id, until)
SELECT $1, $2, $3, now() + interval '${LISTENS_SECONDS} s'
WHERE (SELECT count(*) FROM runtime.hook_listener
  WHERE workflow_id = $2 AND block_id = $3 AND until > now()) < ${MAX_LISTENERS}`;

const END = 'DELETE FROM runtime.hook_listener WHERE id = $1';

const WHO = `
SELECT w.workspace_id FROM runtime.hook_listener l JOIN workflow w ON w.id = l.workflow_id
WHERE l.workflow_id = $1 AND l.block_id = $2 AND l.until > now() AND w.deleted_at IS NULL LIMIT 1`;

/**
 * Has test requests stored while the stream is read, or else for `LISTENS_SECONDS`. @throws AppError
 * not_found, forbidden, conflict
 */
export async function listenToHook(
  actor: Actor,
  of: BlockOfWorkflow,
  context: RequestContext,
): Promise<HookListenEvent | Reply> {
  const { workspaceId } = await requireHookBlock(actor, of);
  const id = newId();
  const { rowCount } = await pool().query(BEGIN, [id, of.id, of.blockId]);
  if (rowCount === 0)
    throw new AppError('conflict', 'Too many editors listen to this webhook. Close some of them.');
  if (!wantsEvents(context)) return { type: 'listening' };
  return liveEvents(readerIn(context, workspaceId, 'writer'), (signal) =>
    eventQueue<HookListenEvent>(async (push) => {
      push({ type: 'listening' });
      const stop = onNotification('captures', (workflowId) => {
        if (workflowId === '' || workflowId === of.id) push({ type: 'changed' });
      });
      await timeOrAbort(signal);
      stop();
      if (signal.aborted) await pool().query(END, [id]);
    }),
  );
}

function timeOrAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, STREAM_MS);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

/** The workspace of a block that an editor listens to; null when none does. */
export async function listenedWorkspace({ workflowId, blockId }: FoundHook): Promise<string | null> {
  const { rows } = await pool().query<{ workspace_id: string }>(WHO, [workflowId, blockId]);
  return rows[0]?.workspace_id ?? null;
}
