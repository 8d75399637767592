import type { TraceSpan } from '@/lib/core/engine/trace-span';
import type { Block, WorkflowDocument } from '@/lib/core/workflow/schema';
import { definitionOf, onwardPort, portsOf } from '../document/definition-of';
import { isActive, type RunState, spanOf } from './run-state';

const taken = new WeakMap<RunState['blocks'], ReadonlyMap<string, number>>();

/**
 * The connections that a run went along, and once it has ended how often: inside a container once for each
 * iteration. Found once for each state of a run, in the document as it is then: what is drawn anew afterwards
 * was taken by no run.
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
  // Under way it is asked for many times a second, and one span says enough.
  const countIn = (own: readonly TraceSpan[], isOne: (span: TraceSpan) => boolean): number =>
    isActive(run) ? Number(own.some(isOne)) : own.filter(isOne).length;
  const found = new Map<string, number>();
  for (const { id, source, sourceHandle, target } of edges) {
    const block = blocks[source];
    if (block === undefined || !hasBegun(run, target)) continue;
    const went = countIn(spans.get(source) ?? [], (span) => leftBy(block, span) === sourceHandle);
    const isEarly = portsOf(block).some(({ id: port, kind }) => port === sourceHandle && kind === 'early');
    if (went > 0 || (isEarly && hasBegun(run, source))) found.set(id, Math.max(1, went));
  }
  return found;
}

/** All of a run: of a block in a container, those of each iteration. */
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

/** In an earlier iteration it may have, though not in the last. */
function hasBegun({ blocks, tallies }: RunState, blockId: string): boolean {
  const status = blocks[blockId]?.status;
  if ((tallies[blockId]?.ran ?? 0) > 0) return true;
  return status !== undefined && status !== 'queued' && status !== 'skipped';
}

/** The port that the run went on from behind a block; null where it didn't. */
function leftBy(block: Block, { status, error, output }: TraceSpan): string | null {
  if (status === 'cancelled' || (status === 'skipped' && block.enabled)) return null;
  // Of a block that was switched off the run goes on behind it.
  if (status === 'skipped') return onwardPort(block)?.id ?? null;
  if (status === 'error') return portsOf(block).find(({ kind }) => kind === 'error')?.id ?? null;
  if (error !== null) return 'out';
  const members = typeof output === 'object' && output !== null ? (output as Record<string, unknown>) : {};
  return definitionOf(block.type)?.branchTaken?.(members) ?? 'out';
}
