import { useEffect, useState } from 'react';
import { parseExact } from '@/lib/platform/text/exact-number';

/** Something that came with a page that was loaded as a document. */
export interface Seed {
  /** Of this rendering on the server. */
  seedId: string;
  /** An answer of the API, as JSON; undefined when the browser has to ask for it. */
  json: string | undefined;
}

/** Renderings that were shown: a page gone back to must ask anew. */
const shown = new Set<string>();

/** What came with the page, for as long as the component lives; undefined when it was shown before. */
export function useSeedOnce<Answer>({ seedId, json }: Seed): Answer | undefined {
  const [came] = useState(() =>
    json === undefined || shown.has(seedId) ? undefined : (parseExact(json) as Answer),
  );
  // Not while it renders: React may begin to hydrate a page more than once.
  useEffect(() => {
    shown.add(seedId);
  }, [seedId]);
  return came;
}
