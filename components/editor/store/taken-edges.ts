import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { exitsOf, portAfterRecorded } from '@/lib/core/graph-walk/exits';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { definitionOf, portsOf } from '../document/definition-of';
import { isActive, type RunState, spanOf } from './run-state';

const taken = new WeakMap<RunState['blocks'], ReadonlyMap<string, number>>();

/**
 * Returns the connections that a run took, and once it has ended their counts: inside a container one per
 * iteration. Computed once for each state of a run, in the document at that time: connections drawn later
 * were taken by no run.
 */
export function takenEdges(document: WorkflowDocument, run: RunState): ReadonlyMap<string, number> {
  const known = taken.get(run.blocks);
  if (known !== undefined) return known;
  const found = findTaken(document, run);
  taken.set(run.blocks, found);
  return found;
}

function findTaken({ blocks, edges }: WorkflowDocument, run: RunState): Map<string, number> {
  const spans = spansByBlock(run);
  // During a run this is called many times a second, and one span is enough.
  const countIn = (own: readonly TraceSpan[], isOne: (span: TraceSpan) => boolean): number =>
    isActive(run) ? Number(own.some(isOne)) : own.filter(isOne).length;
  const found = new Map<string, number>();
  for (const { id, source, sourceHandle, target } of edges) {
    const block = blocks[source];
    if (block === undefined || !hasBegun(run, target)) continue;
    const { enabled, type } = block;
    const branchTaken = definitionOf(type)?.branchTaken;
    const exits = exitsOf(portsOf(block), (port) => port === sourceHandle);
    const isLeft = (span: TraceSpan) =>
      portAfterRecorded(exits, span, { enabled, branchTaken }) === sourceHandle;
    const went = countIn(spans.get(source) ?? [], isLeft);
    if (went > 0 || (exits.earlyPort !== null && hasBegun(run, source))) found.set(id, Math.max(1, went));
  }
  return found;
}

/** Returns all spans of a run: for a block in a container, those of each iteration. */
function spansByBlock({ blocks, inside }: RunState): Map<string, TraceSpan[]> {
  const found = new Map<string, TraceSpan[]>();
  const note = (span: TraceSpan) => {
    const listed = found.get(span.blockId);
    if (listed === undefined) found.set(span.blockId, [span]);
    else listed.push(span);
  };
  for (const blockRun of Object.values(blocks)) {
    const span = spanOf(blockRun);
    if (span?.parentId === null) note(span);
  }
  for (const span of inside) note(span);
  return found;
}

/** True if the block has begun, perhaps only in an earlier iteration. */
function hasBegun({ blocks, tallies }: RunState, blockId: string): boolean {
  const status = blocks[blockId]?.status;
  if ((tallies[blockId]?.ran ?? 0) > 0) return true;
  return status !== undefined && status !== 'queued' && status !== 'skipped';
}
