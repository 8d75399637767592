import { graphOf } from '@/lib/core/workflow/graph';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { definitionOf } from './definition-of';

/**
 * Returns all blocks in reading order: triggers first, then along the connections, a branch to its end
 * before the next, a block after all that lead to it. Each container comes right before its members.
 * Unconnected blocks, such as notes, come last.
 */
export function flowOrder(document: WorkflowDocument): readonly string[] {
  const known = orders.get(document) ?? findOrder(document);
  orders.set(document, known);
  return known;
}

/** Cached per document, as documents are never mutated. */
const orders = new WeakMap<WorkflowDocument, readonly string[]>();

function findOrder(document: WorkflowDocument): string[] {
  const { blocks, members } = graphOf(document);
  const listed = new Set<string>();
  const list = (siblings: readonly string[]) => {
    for (const id of alongConnections(document, siblings)) {
      if (listed.has(id)) continue;
      listed.add(id);
      list(members.get(id) ?? []);
    }
  };
  const ids = [...blocks.keys()];
  list(ids.filter((id) => !blocks.has(blocks.get(id)?.parentId ?? '')));
  // A cycle of containers can't be saved, but it is listed all the same.
  for (const id of ids) listed.add(id);
  return [...listed];
}

function alongConnections(document: WorkflowDocument, siblings: readonly string[]): string[] {
  if (siblings.length < 2) return [...siblings];
  const { incoming, outgoing } = graphOf(document);
  const here = new Set(siblings);
  const waiting = new Map<string, number>();
  for (const id of siblings)
    waiting.set(id, (incoming.get(id) ?? []).filter(({ source }) => here.has(source)).length);
  const found = new Set<string>();
  for (const first of beginnings(document, siblings, waiting)) {
    const ready = [first];
    for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
      if (found.has(id)) continue;
      found.add(id);
      const next: string[] = [];
      for (const { target } of outgoing.get(id) ?? []) {
        const left = (waiting.get(target) ?? 0) - 1;
        waiting.set(target, left);
        if (left === 0 && here.has(target)) next.push(target);
      }
      ready.push(...next.reverse());
    }
  }
  // Blocks in a cycle are never reached by the loop above.
  for (const id of siblings) found.add(id);
  return [...found];
}

/** Returns triggers, then blocks with successors, then the rest; each in the order of the document. */
function beginnings(
  document: WorkflowDocument,
  siblings: readonly string[],
  waiting: ReadonlyMap<string, number>,
): string[] {
  const { outgoing } = graphOf(document);
  const rank = (id: string) => {
    const definition = definitionOf(document.blocks[id]?.type ?? '');
    if (definition?.note) return 3;
    if (definition?.hasInput === false) return 0;
    return (outgoing.get(id) ?? []).length > 0 ? 1 : 2;
  };
  return siblings.filter((id) => waiting.get(id) === 0).sort((a, b) => rank(a) - rank(b));
}

/** Returns the block right before (-1) or after (1) another in flow order, or the first; skips notes. */
export function neighbourInFlow(
  document: WorkflowDocument,
  blockId: string | undefined,
  step: -1 | 1,
): string | undefined {
  const ids = flowOrder(document).filter(
    (id) => id === blockId || !definitionOf(document.blocks[id]?.type ?? '')?.note,
  );
  return blockId === undefined ? ids[0] : ids[ids.indexOf(blockId) + step];
}
