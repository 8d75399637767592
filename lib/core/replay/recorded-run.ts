import { iterationOf } from '../engine/request-key';
import { isPart, type TraceSpan } from '../engine/trace-span';
import type { WorkflowDocument } from '../workflow/schema';

/** The log of a run. Secrets are masked. */
export interface RecordedRun {
  executionId: string;
  spans: readonly TraceSpan[];
  /** Complete outputs by span, for those of which the log keeps a part beside it. */
  wholes: ReadonlyMap<string, unknown>;
  output: unknown;
  error: { code: string; message: string; blockId?: string; blockName?: string } | null;
}

export interface RecordedBlock {
  span: TraceSpan;
  /** Its position among all ends of the run. */
  order: number;
}

/** True if a person or the loss of a process ended the run: only its spans can be vouched for. */
export const wasBrokenOff = ({ error }: RecordedRun): boolean =>
  error !== null && error.blockId === undefined;

/** Returns all blocks of a run by their step, numbered in the order they ended. */
export function recordedBlocks(spans: readonly TraceSpan[]): Map<string, RecordedBlock> {
  const ended: Array<{ span: TraceSpan; endMs: number }> = [];
  let isNumbered = true;
  const add = (list: readonly TraceSpan[]): void => {
    // Each list is in the order its blocks ended, whatever the clock did.
    let endMs = 0;
    for (const span of list) {
      if (isPart(span)) continue;
      add(span.children);
      endMs = Math.max(endMs, Date.parse(span.endTime));
      isNumbered &&= span.order !== undefined;
      ended.push({ span, endMs });
    }
  };
  add(spans);
  ended.sort((a, b) => (isNumbered ? (a.span.order ?? 0) - (b.span.order ?? 0) : a.endMs - b.endMs));
  return new Map(ended.map(({ span }, order) => [span.id, { span, order }]));
}

/**
 * Returns a function from a step of a document to its step in the record: blocks are found by their id,
 * and one that was created again by its name and type.
 */
export function stepNames(
  document: WorkflowDocument,
  blocks: ReadonlyMap<string, RecordedBlock>,
): (step: string) => string {
  const known = new Map<string, string>();
  const byName = new Map<string, string>();
  for (const { span } of blocks.values()) {
    known.set(span.blockId, span.blockId);
    if (!Object.hasOwn(document.blocks, span.blockId)) byName.set(`${span.type} ${span.name}`, span.blockId);
  }
  const renamed = new Map<string, string>();
  for (const { id, type, name } of Object.values(document.blocks)) {
    const former = known.has(id) ? undefined : byName.get(`${type} ${name}`);
    if (former !== undefined) renamed.set(id, former);
  }
  if (renamed.size === 0) return (step) => step;
  const nameOf = (id: string) => renamed.get(id) ?? id;
  return (step) => {
    const { blockId, iteration } = iterationOf(step);
    if (iteration === undefined) return nameOf(blockId);
    const path = iteration.split('/').map((part) => {
      const cut = part.lastIndexOf(':');
      return nameOf(part.slice(0, cut)) + part.slice(cut);
    });
    return `${nameOf(blockId)}@${path.join('/')}`;
  };
}
