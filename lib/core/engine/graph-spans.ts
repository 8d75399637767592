import type { BlockPart } from '../blocks/block-part';
import { blockSpan, partSpan, type SpanEnd, type SpanPlace } from './block-span';
import type { CompiledBlock } from './compile-block';
import type { ContainerRun } from './container-run';
import type { GraphPlace } from './graph-place';
import type { RunFiles } from './run-files';
import type { RunState } from './run-state';
import type { TraceSpan } from './trace-span';

/** A block's work up to its end; times are milliseconds since 1970. */
export interface BlockWork {
  startMs: number;
  endMs: number;
  container: ContainerRun | null;
  /** The parts of its work that have ended. */
  parts: readonly BlockPart[];
}

/** Builds the spans of one pass over a graph, each with the spans inside its block. */
export class GraphSpans {
  readonly #place: SpanPlace;

  constructor(
    { path, container }: GraphPlace,
    readonly state: RunState,
  ) {
    this.#place = container
      ? { path, parentId: container.step, iteration: container.index, space: state.nestedSpace }
      : { path, parentId: null, log: state.logSpace };
  }

  skipped(block: CompiledBlock): TraceSpan {
    const nowMs = this.state.ports.now();
    const work: BlockWork = { startMs: nowMs, endMs: nowMs, container: null, parts: [] };
    return this.ended(block, work, { status: 'skipped', input: null, output: null, error: null });
  }

  /** `files` stores the values that the span shortens. */
  ended(block: CompiledBlock, work: BlockWork, end: SpanEnd, files?: RunFiles): TraceSpan {
    const { container, parts, endMs } = work;
    const startMs = container ? this.#startOf(container, work.startMs) : work.startMs;
    const span = blockSpan(block, { startMs, endMs }, end, this.state.masker, this.#place, files);
    if (container) this.#addInside(span, container);
    if (parts.length > 0) this.#addParts(span, parts);
    return span;
  }

  /** In a resumed run, blocks inside may have begun in an earlier try. */
  #startOf({ spans }: ContainerRun, startMs: number): number {
    if (!this.state.isResumed) return startMs;
    return spans.reduce((first, { startTime }) => Math.min(first, Date.parse(startTime)), startMs);
  }

  #addInside(span: TraceSpan, { spans }: ContainerRun): void {
    span.children = spans;
    const { omission } = this.state;
    const isOutermost = this.#place.parentId === null;
    if (omission !== null && isOutermost) span.warnings = [...(span.warnings ?? []), omission];
  }

  #addParts(span: TraceSpan, parts: readonly BlockPart[]): void {
    const { masker, nestedSpace } = this.state;
    span.children = parts.map((part, index) =>
      partSpan(part, { parent: span, index }, masker, this.#place.space ?? nestedSpace),
    );
  }
}
