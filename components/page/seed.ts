import { useEffect, useState } from 'react';

/** Something that came with a page that was loaded as a document. */
export interface Seed<Value> {
  /** Of this rendering on the server. */
  seedId: string;
  /** Undefined when the browser has to ask for it. */
  value: Value | undefined;
}

/** Renderings that were shown: a page gone back to must ask anew. */
const shown = new Set<string>();

/** What came with the page, for as long as the component lives; undefined when it was shown before. */
export function useSeedOnce<Value>({ seedId, value }: Seed<Value>): Value | undefined {
  const [came] = useState(() => (shown.has(seedId) ? undefined : value));
  // Not while it renders: React may begin to hydrate a page more than once.
  useEffect(() => {
    shown.add(seedId);
  }, [seedId]);
  return came;
}
