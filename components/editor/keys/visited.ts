/** A block whose form was open, with its last tab. */
export interface Visit {
  blockId: string;
  tab: string | null;
}

/** The visited blocks, the latest last; `at`: index of the current one, -1 before the first. */
export interface Visited {
  visits: readonly Visit[];
  at: number;
}

export const NOWHERE: Visited = { visits: [], at: -1 };

const MOST_KEPT = 50;

/** Records that another block was opened; later visits are dropped, as in a browser. */
export function visit({ visits, at }: Visited, to: Visit): Visited {
  if (visits[at]?.blockId === to.blockId) return { visits, at };
  const next = [...visits.slice(0, at + 1), to].slice(-MOST_KEPT);
  return { visits: next, at: next.length - 1 };
}

/** Records the tab of the current visit. */
export function noteTab({ visits, at }: Visited, tab: string | null): Visited {
  return { visits: visits.map((one, place) => (place === at ? { ...one, tab } : one)), at };
}

/**
 * Goes one step back or forward, skipping deleted blocks. `isOpen`: true if the current block is open; else
 * the first step back leads to it again. Returns null if there is none.
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
