import { iterationOf } from '../engine/request-key';
import { isPart, type TraceSpan } from '../engine/trace-span';
import type { WorkflowDocument } from '../workflow/schema';

/** What the log says of a run. Secrets are masked. */
export interface RecordedRun {
  executionId: string;
  spans: readonly TraceSpan[];
  /** By span: outputs of which the log keeps a part beside it, whole. */
  wholes: ReadonlyMap<string, unknown>;
  output: unknown;
  error: { code: string; message: string; blockId?: string; blockName?: string } | null;
}

export interface RecordedBlock {
  span: TraceSpan;
  /** Its place among all ends of the run. */
  order: number;
}

/** Ends whose run nobody can vouch for beyond its spans: a person's, or a process that was lost. */
export const wasBrokenOff = ({ error }: RecordedRun): boolean =>
  error !== null && error.blockId === undefined;

/** All blocks of a run by their step, numbered by when they ended. */
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
 * What a step of a document is called in the record: blocks go by their id, and one that was made anew by its
 * name and type.
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
