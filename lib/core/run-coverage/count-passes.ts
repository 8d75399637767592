import type { BlockDefinitions } from '../blocks/registry/definitions';
import type { CompiledBlock } from '../engine/compile-block';
import type { CompiledWorkflow } from '../engine/compile-workflow';
import { isPart, type TraceSpan } from '../engine/trace-span';
import { portAfterRecorded } from '../graph-walk/exits';
import { allBlocks } from '../graph-walk/reach';
import { type CoverageElement, coverageElements } from './coverage-elements';

const DID_NOT_RUN: ReadonlySet<TraceSpan['status']> = new Set(['skipped', 'cancelled']);

/** Counts the runs that pass each part of a workflow. Blocks are known by their ids, in any version. */
export class PassCount {
  readonly elements: readonly CoverageElement[];
  readonly #blocks: ReadonlyMap<string, CompiledBlock>;
  readonly #counts = new Map<string, number>();

  constructor(
    compiled: CompiledWorkflow,
    readonly definitions: BlockDefinitions,
  ) {
    this.elements = coverageElements(compiled, definitions);
    this.#blocks = new Map(allBlocks<CompiledBlock>(compiled.blocks).map((block) => [block.id, block]));
  }

  /** Adds one run, which counts once for each part that it passes. */
  add(spans: readonly TraceSpan[]): void {
    const passed = new Set<string>();
    const open = [...spans];
    for (let span = open.pop(); span !== undefined; span = open.pop()) {
      if (isPart(span)) continue;
      open.push(...span.children);
      const block = this.#blocks.get(span.blockId);
      if (block === undefined || block.type !== span.type || DID_NOT_RUN.has(span.status)) continue;
      passed.add(keyOf({ blockId: block.id, port: null }));
      const { branchTaken } = this.definitions.get(block.type) ?? {};
      const { enabled } = block;
      const port = portAfterRecorded(block, span, { enabled, ...(branchTaken && { branchTaken }) });
      if (port !== null) passed.add(keyOf({ blockId: block.id, port }));
    }
    for (const key of passed) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  of(element: CoverageElement): number {
    return this.#counts.get(keyOf(element)) ?? 0;
  }
}

const keyOf = ({ blockId, port }: Pick<CoverageElement, 'blockId' | 'port'>): string =>
  port === null ? blockId : `${blockId}\u0000${port}`;
