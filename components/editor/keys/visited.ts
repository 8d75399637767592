/** A block whose form was open, with the tab it was left at. */
export interface Visit {
  blockId: string;
  tab: string | null;
}

/** Where somebody was, the latest last; `at`: where they are among these, -1 before the first. */
export interface Visited {
  visits: readonly Visit[];
  at: number;
}

export const NOWHERE: Visited = { visits: [], at: -1 };

const MOST_KEPT = 50;

/** Another block was opened: what lay ahead is forgotten, as in a browser. */
export function visit({ visits, at }: Visited, to: Visit): Visited {
  if (visits[at]?.blockId === to.blockId) return { visits, at };
  const next = [...visits.slice(0, at + 1), to].slice(-MOST_KEPT);
  return { visits: next, at: next.length - 1 };
}

/** The tab that is shown where somebody is. */
export function noteTab({ visits, at }: Visited, tab: string | null): Visited {
  return { visits: visits.map((one, place) => (place === at ? { ...one, tab } : one)), at };
}

/**
 * One step back or forward, past blocks that are gone. `isOpen`: the block where somebody is, is; else the
 * first step back leads to it again. Null where nothing lies there.
 */
export function travel(
  { visits, at }: Visited,
  by: -1 | 1,
  { exists, isOpen }: { exists: (blockId: string) => boolean; isOpen: boolean },
): Visited | null {
  for (let to = by === -1 && !isOpen ? at : at + by; to >= 0 && to < visits.length; to += by)
    if (exists(visits[to]!.blockId)) return { visits, at: to };
  return null;
}
