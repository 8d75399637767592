import { readEventData } from '@/components/page/event-stream';
import type { Client } from '@/lib/platform/http/client';
import { watchEditsEndpoint } from '@/lib/services/shared-edits/endpoints';
import type { SharedEvent } from '@/lib/services/shared-edits/schema';
import { pauseOrOnline } from '../../ui/pause';
import { isGone } from './save-outcome';

export interface FollowOptions {
  client: Client;
  workflowId: string;
  clientId: string;
  /** The state that is already known. */
  known: () => { epoch?: string; since?: number };
  onEvent: (event: SharedEvent) => void;
  signal: AbortSignal;
}

const FIRST_WAIT_MS = 300;
const MAX_WAIT_MS = 15_000;

/** Follows others' edits while the page is visible; a broken stream is resumed. */
export async function followEdits(options: FollowOptions): Promise<void> {
  const { signal } = options;
  let waitMs = FIRST_WAIT_MS;
  while (!signal.aborted) {
    await untilInSight(signal);
    const hidden = new AbortController();
    const hide = () => document.visibilityState === 'hidden' && hidden.abort();
    document.addEventListener('visibilitychange', hide);
    try {
      // A browser allows few connections to one server, and many tabs may be open.
      await readStream(options, AbortSignal.any([signal, hidden.signal]), () => {
        waitMs = FIRST_WAIT_MS;
      });
    } catch (error) {
      if (isGone(error)) options.onEvent({ kind: 'removed' });
      if (!signal.aborted) console.debug('The stream of edits ended; it is opened again.', error);
    } finally {
      document.removeEventListener('visibilitychange', hide);
    }
    await pauseOrOnline(waitMs, signal);
    waitMs = Math.min(waitMs * 2, MAX_WAIT_MS);
  }
}

async function readStream(
  { client, workflowId, clientId, known, onEvent }: FollowOptions,
  signal: AbortSignal,
  onHeard: () => void,
): Promise<void> {
  const args = { params: { id: workflowId }, query: { clientId, ...known() } };
  const headers = { accept: 'text/event-stream' };
  const { body } = await client.send(watchEditsEndpoint, args, { signal, headers });
  if (body === null) return;
  for await (const data of readEventData(body)) {
    onHeard();
    onEvent(JSON.parse(data) as SharedEvent);
  }
}

function untilInSight(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve();
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState === 'hidden' && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look, { once: true });
  });
}
