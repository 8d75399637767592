import { MAX_BLOCKS, MAX_EDGES, type WorkflowDocument } from '@/lib/core/workflow/schema';
import type { AnyDefinition } from './definition-of';

/** Returns the reason that a workflow can't take `more` blocks and connections; null when it can. */
export function whyTooMany(
  { blocks, edges }: WorkflowDocument,
  more: { blocks: number; edges: number },
): string | null {
  return (
    overLimitWords(Object.keys(blocks).length, more.blocks, MAX_BLOCKS, 'blocks') ??
    overLimitWords(edges.length, more.edges, MAX_EDGES, 'connections')
  );
}

/** Returns the reason that a workflow can't have one more block of this type; null when it can. */
export function whyTooManyOfType(
  { blocks }: WorkflowDocument,
  { type, title, trigger }: AnyDefinition,
): string | null {
  const limit = trigger?.limit;
  if (limit === undefined) return null;
  const count = Object.values(blocks).filter((block) => block.type === type).length;
  if (count < limit) return null;
  return limit === 1
    ? `A workflow has one ${title} block, and this one has it already.`
    : `A workflow has at most ${limit} ${title} blocks.`;
}

function overLimitWords(present: number, more: number, most: number, what: string): string | null {
  if (more <= 0 || present + more <= most) return null;
  const [now, sum, limit] = [present, present + more, most].map((count) => count.toLocaleString('en'));
  return (
    `A workflow has at most ${limit} ${what}. ` +
    (more === 1 ? `This one has ${now}.` : `This one has ${now}, and would have ${sum}.`)
  );
}
