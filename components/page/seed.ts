import { useEffect, useState } from 'react';
import { parseExact } from '@/lib/platform/text/exact-number';

/** Data that was delivered with the page's document. */
export interface Seed {
  /** Identifies the rendering on the server. */
  seedId: string;
  /** A response of the API as JSON; undefined if the browser has to request it. */
  json: string | undefined;
}

/** Renderings that were already shown: a page reached by Back must request the data again. */
const shown = new Set<string>();

/** Returns the delivered data for the component's lifetime; undefined if it was shown before. */
export function useSeedOnce<Answer>({ seedId, json }: Seed): Answer | undefined {
  const [came] = useState(() =>
    json === undefined || shown.has(seedId) ? undefined : (parseExact(json) as Answer),
  );
  // Not during rendering, because React may start to hydrate a page more than once.
  useEffect(() => {
    shown.add(seedId);
  }, [seedId]);
  return came;
}
