import { randomUuid } from '@/components/ui/random-uuid';
import { CONNECT_RESULTS, type ConnectResult } from '@/lib/services/connections/schema';

/** How the sign-in at a provider ended in another window of this browser. */
interface SignInEnd {
  connectionId: string;
  result: ConnectResult;
  /** Tells the ends apart: several parts of a page may hear of one. */
  key: string;
}

const CHANNEL = 'millrace-connections';
const WINDOW_FEATURES = 'popup,width=560,height=720';

/** Opens a provider's page in a window over this one. @returns false if the browser blocked it */
export const openProviderPage = (url: string): boolean =>
  window.open(url, '_blank', WINDOW_FEATURES) !== null;

/**
 * Tells the other windows of this browser. A provider's page cuts the tie between a window and the one that
 * opened it, so they can't talk to each other directly.
 */
export function tellSignInEnd(end: Omit<SignInEnd, 'key'>): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ ...end, key: randomUuid() } satisfies SignInEnd);
  channel.close();
}

/** Calls `tell` at each end of a sign-in in another window. @returns a function that stops listening */
export function hearSignInEnds(tell: (end: SignInEnd) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const { connectionId, result, key } = Object(data) as Record<string, unknown>;
    const known = CONNECT_RESULTS.find((each) => each === result);
    if (typeof connectionId === 'string' && known !== undefined)
      tell({ connectionId, result: known, key: String(key) });
  };
  return () => channel.close();
}
