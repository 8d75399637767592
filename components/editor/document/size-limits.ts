import { MAX_BLOCKS, MAX_EDGES, type WorkflowDocument } from '@/lib/core/workflow/schema';

/** Why a workflow can't take so many more blocks and connections, in words; null when it can. */
export function whyTooMany(
  { blocks, edges }: WorkflowDocument,
  more: { blocks: number; edges: number },
): string | null {
  return (
    whyOver(Object.keys(blocks).length, more.blocks, MAX_BLOCKS, 'blocks') ??
    whyOver(edges.length, more.edges, MAX_EDGES, 'connections')
  );
}

function whyOver(present: number, more: number, most: number, what: string): string | null {
  if (more <= 0 || present + more <= most) return null;
  const [now, sum, limit] = [present, present + more, most].map((count) => count.toLocaleString('en'));
  return (
    `A workflow has at most ${limit} ${what}. ` +
    (more === 1 ? `This one has ${now}.` : `This one has ${now}, and would have ${sum}.`)
  );
}
