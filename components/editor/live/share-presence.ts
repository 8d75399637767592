import type { Client } from '@/lib/platform/http/client';
import { sendPlaceEndpoint } from '@/lib/services/shared-edits/endpoints';
import type { Place } from '@/lib/services/shared-edits/schema';
import type { EditorStore } from '../store/editor-store';
import { ownFieldOf } from './own-field';

export interface SharePresenceOptions {
  store: EditorStore;
  client: Client;
  /** Returns the canvas coordinates of the pointer; null outside the canvas. */
  pointAt: (event: PointerEvent) => Place['cursor'];
}

/** The interval of heartbeats; a window silent for 15 s counts as gone. */
const STILL_HERE_EVERY_MS = 5_000;
const AT_MOST_EVERY_MS = 120;

/** Reports this window's place in the workflow while the page is visible. @returns a function to stop */
export function sharePresence({ store, client, pointAt }: SharePresenceOptions): () => void {
  const { workflowId, clientId } = store.getState();
  const params = { id: workflowId };
  const ownField = ownFieldOf(store);
  let cursor: Place['cursor'] = null;
  let told = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isTelling = false;
  let hasEnded = false;

  const placeNow = (): Place => {
    const { nodes, openBlockId } = store.getState();
    return {
      cursor,
      selected: nodes
        .filter((node) => node.selected)
        .map(({ id }) => id)
        .slice(0, 200),
      field:
        ownField.getState() ??
        (openBlockId === null ? null : { blockId: openBlockId, name: '', caret: null }),
    };
  };

  async function tell(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (document.visibilityState === 'hidden' || isTelling) return;
    const place = placeNow();
    told = JSON.stringify(place);
    isTelling = true;
    try {
      await client.call(sendPlaceEndpoint, { params, body: { clientId, place } }, {});
    } catch (error) {
      // Harmless: the place is reported again soon.
      console.debug('This window’s place could not be sent.', error);
    } finally {
      isTelling = false;
      soon();
    }
  }

  /** Schedules a report; a user alone in a workflow doesn't report each move. */
  function soon(): void {
    const isWaiting = timer !== undefined || isTelling;
    if (isWaiting || hasEnded || store.getState().present.length === 0) return;
    timer = setTimeout(() => {
      timer = undefined;
      if (JSON.stringify(placeNow()) !== told) void tell();
    }, AT_MOST_EVERY_MS);
  }

  const move = (event: PointerEvent) => {
    cursor = pointAt(event);
    soon();
  };
  const unsubscribe = store.subscribe((state, before) => {
    const isNews =
      state.nodes !== before.nodes ||
      state.openBlockId !== before.openBlockId ||
      state.present.length !== before.present.length;
    if (isNews) soon();
  });
  const unfollow = ownField.subscribe(soon);
  const look = () => void tell();
  const still = setInterval(look, STILL_HERE_EVERY_MS);
  window.addEventListener('pointermove', move, { passive: true });
  document.addEventListener('visibilitychange', look);
  void tell();
  return () => {
    hasEnded = true;
    clearTimeout(timer);
    clearInterval(still);
    unsubscribe();
    unfollow();
    window.removeEventListener('pointermove', move);
    document.removeEventListener('visibilitychange', look);
  };
}
