import type { Edge, WorkflowProblem } from '@/lib/core/workflow/schema';

/** Caches a lookup per list; every block on the canvas uses it on every change of the store. */
function lookup<Item, Found>(make: (items: readonly Item[]) => Found): (items: readonly Item[]) => Found {
  const known = new WeakMap<readonly Item[], Found>();
  return (items) => {
    const found = known.get(items) ?? make(items);
    known.set(items, found);
    return found;
  };
}

const NONE: readonly WorkflowProblem[] = [];

const byBlock = lookup((problems: readonly WorkflowProblem[]) => {
  const found = new Map<string, WorkflowProblem[]>();
  for (const problem of problems) {
    if (problem.blockId === undefined) continue;
    const own = found.get(problem.blockId);
    if (own === undefined) found.set(problem.blockId, [problem]);
    else own.push(problem);
  }
  return found;
});

/** Returns the problems of one block. */
export function problemsOfBlock(
  problems: readonly WorkflowProblem[],
  blockId: string,
): readonly WorkflowProblem[] {
  return byBlock(problems).get(blockId) ?? NONE;
}

type Ends = Pick<Edge, 'source' | 'target'> & { sourceHandle?: string | null };

const keyOf = (blockId: string, handle: string) => `${blockId} ${handle}`;
const byOutput = lookup(
  (edges: readonly Ends[]) =>
    new Map(edges.map((edge) => [keyOf(edge.source, edge.sourceHandle ?? 'out'), edge])),
);

/** Returns the connection that leaves a block by a handle; one of them if there are several. */
export function edgeFrom(edges: readonly Ends[], blockId: string, handle: string): Ends | undefined {
  return byOutput(edges).get(keyOf(blockId, handle));
}

const selectedOnes = lookup(
  (nodes: ReadonlyArray<{ id: string; selected?: boolean }>) =>
    new Set(nodes.flatMap(({ id, selected }) => (selected ? [id] : []))),
);

/** True if a block on the canvas is selected. */
export function isSelected(
  nodes: ReadonlyArray<{ id: string; selected?: boolean }>,
  blockId: string,
): boolean {
  return selectedOnes(nodes).has(blockId);
}
