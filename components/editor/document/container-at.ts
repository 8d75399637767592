import { containersAround, graphOf } from '@/lib/core/workflow/graph';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { hiddenByGroups } from './collapsed-groups';
import { frameSizes, placeOnCanvas } from './frames';
import type { Point } from './geometry';

/**
 * Returns the innermost container whose frame contains a point of the canvas. `except`: blocks to ignore
 * with their members, for example dragged ones; `closed`: containers and groups that are drawn collapsed.
 */
export function containerAt(
  document: WorkflowDocument,
  point: Point,
  { except = NONE, closed = NONE }: { except?: ReadonlySet<string>; closed?: ReadonlySet<string> } = {},
): string | undefined {
  const graph = graphOf(document);
  const hidden = hiddenByGroups(document, closed);
  let innermost: { id: string; depth: number } | undefined;
  for (const [id, { width, height }] of frameSizes(document)) {
    const around = containersAround(graph, id);
    if (hidden.has(id) || [id, ...around].some((each) => except.has(each) || closed.has(each))) continue;
    const { x, y } = placeOnCanvas(document, id);
    const isIn = point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;
    if (isIn && (innermost === undefined || around.length >= innermost.depth))
      innermost = { id, depth: around.length };
  }
  return innermost?.id;
}

const NONE: ReadonlySet<string> = new Set();
