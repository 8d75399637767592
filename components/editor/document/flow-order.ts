import { graphOf } from '@/lib/core/workflow/graph';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { definitionOf } from './definition-of';

/**
 * All blocks as one would tell what happens: what begins runs first, then along the connections, a branch to
 * its end before the next, a block after all that lead to it. Each container comes right before what lies in
 * it. What nothing leads to, such as notes, comes behind.
 */
export function flowOrder(document: WorkflowDocument): readonly string[] {
  const known = orders.get(document) ?? findOrder(document);
  orders.set(document, known);
  return known;
}

/** Documents are never changed in place. */
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
  // A circle of containers can't be saved; it is listed all the same.
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
  // What a circle keeps from its turn.
  for (const id of siblings) found.add(id);
  return [...found];
}

/** What starts runs, then what something follows, then the rest; each as the document lists them. */
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

/** The block that is told right before (-1) or after (1) another, or the first; notes are passed over. */
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
