import type { Edge } from '../workflow/schema';

/**
 * Drops each connection that closes a circle with those before it. Connections join blocks of one container
 * only, so containers close none. The searches go over numbers, because at the limits of a workflow all of
 * them together may take ten million steps.
 */
export function withoutCircles(edges: readonly Edge[]): Edge[] {
  const numberOf = numbersOfBlocks(edges);
  const behind: number[][] = Array.from({ length: numberOf.size }, () => []);
  /** For each block the last search that came by. */
  const seenIn = new Int32Array(numberOf.size);
  let search = 0;
  const reaches = (from: number, to: number): boolean => {
    search += 1;
    seenIn[from] = search;
    const found = [from];
    for (let at = 0; at < found.length && seenIn[to] !== search; at += 1)
      for (const next of behind[found[at] as number] as number[]) {
        if (seenIn[next] === search) continue;
        seenIn[next] = search;
        found.push(next);
      }
    return seenIn[to] === search;
  };
  return edges.filter(({ source, target }) => {
    const [from, to] = [numberOf.get(source) as number, numberOf.get(target) as number];
    if (reaches(to, from)) return false;
    behind[from]?.push(to);
    return true;
  });
}

function numbersOfBlocks(edges: readonly Edge[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const { source, target } of edges)
    for (const id of [source, target]) if (!numbers.has(id)) numbers.set(id, numbers.size);
  return numbers;
}
