import type { BlockError, BlockOutput, BlockResult } from '../blocks/block';
import type { BlockPart } from '../blocks/block-part';
import { type ReferenceScope, SKIPPED } from '../references/read-path';
import { toAnswer } from './block-answer';
import { blockSpan, branchOf, endOf, isoTime, partSpan, type SpanEnd, type SpanPlace } from './block-span';
import type { CompiledBlock, CompiledGraph } from './compile-block';
import { ContainerRun } from './container-run';
import { entryOf } from './entry-of';
import { executionContext } from './execution-context';
import type { GraphEnd, GraphPlace } from './graph-place';
import { LiveText } from './live-text';
import type { JournalEntry, RunOutcome } from './ports';
import { type BlockRun, refused, runBlock } from './run-block';
import { type RunState, STEP_LIMIT } from './run-state';
import type { TraceSpan } from './trace-span';

const CANCELLED: BlockError = { code: 'CANCELLED', message: 'The run was cancelled.' };
const CUT_SHORT: BlockError = { code: 'CANCELLED', message: 'Cancelled because another block failed.' };
const NO_OUTPUT: BlockOutput = {};

interface Running {
  startMs: number;
  container: ContainerRun | null;
  /** Parts of its work that have ended. */
  parts: BlockPart[];
  /** Null when nobody watches. */
  text: LiveText | null;
}

/** One pass over the blocks of a graph: which are done, which edges were taken, what came of it. */
export class GraphRun {
  readonly #scope: ReferenceScope;
  readonly #container: string;
  readonly #spanPlace: SpanPlace;
  /** By block index: edges that are still open, and whether one of the others was taken. */
  readonly #open: number[];
  readonly #taken: boolean[];
  readonly #running = new Map<CompiledBlock, Running>();
  /** The port of each block that was taken while it still ran. */
  readonly #early = new Map<CompiledBlock, string>();
  readonly #controller = new AbortController();
  readonly #cancel = () => this.stop(CANCELLED);
  #error: RunOutcome['error'] = null;
  #output: unknown = null;
  /** Place in the journal of the restored entry that `#output` is of. */
  #outputOrder = -1;
  #over = false;
  /** Journal entries being written, and edges being settled: the pass can't be at its end. */
  #pending = 0;
  #resolve: (end: GraphEnd) => void = () => {};

  constructor(
    readonly graph: CompiledGraph,
    readonly place: GraphPlace,
    readonly state: RunState,
  ) {
    const { container, path, outputs } = place;
    this.#scope = { outputs, variables: state.ports.variables };
    this.#container = container?.step ?? '';
    this.#spanPlace = container
      ? { path, parentId: container.step, iteration: container.index, space: state.nestedSpace }
      : { path, parentId: null };
    this.#open = graph.blocks.map(({ incoming }) => incoming);
    this.#taken = graph.blocks.map(() => false);
  }

  /** Failures of blocks are the end; what can't be vouched for breaks the whole run off. */
  finished(): Promise<GraphEnd> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
      try {
        this.#start();
      } catch (cause) {
        this.state.abort(cause);
      }
    });
  }

  #start(): void {
    const { signal } = this.place;
    if (signal.aborted) {
      this.stop(CANCELLED);
      return;
    }
    // What runs in containers is stopped by the pass around it.
    if (this.#container === '') signal.addEventListener('abort', this.#cancel, { once: true });
    this.#pending += 1;
    const starting = this.graph.blocks.filter(({ starts }) => starts);
    const entry = this.#container === '' ? entryOf(starting, this.state.request.entryBlock) : null;
    for (const block of starting) {
      if (entry === null || block === entry) this.#begin(block);
      else this.#passOver(block);
    }
    this.#pending -= 1;
    this.#endWhenIdle();
  }

  #begin(block: CompiledBlock): void {
    if (this.#over) return;
    const { state, place } = this;
    const known = state.restored(block.id, place.path);
    if (known) {
      if (known.order > this.#outputOrder && known.entry.span.status !== 'skipped') {
        this.#output = known.entry.output;
        this.#outputOrder = known.order;
      }
      this.#restore(block, known.entry);
    } else if (block.enabled) this.#run(block, state.ports.now());
    else this.#skip(block, block.passPort);
  }

  #run(block: CompiledBlock, startMs: number): void {
    const { state, place } = this;
    const { ports } = state;
    const container = this.#containerOf(block);
    const parts: BlockPart[] = [];
    state.activity.begin();
    const text = this.#textOf(block);
    this.#running.set(block, { startMs, container, parts, text });
    ports.onEvent?.({
      type: 'block-started',
      blockId: block.id,
      ...(place.path === '' ? {} : { iteration: place.path }),
      startedAt: isoTime(startMs),
    });
    if (!state.takeStep()) {
      this.#settle(block, startMs, refused(block, STEP_LIMIT));
      return;
    }
    const context = executionContext(block, {
      ...{ state, startMs, container, text, path: place.path },
      onPart: (part) => parts.push(part),
      signal: this.#controller.signal,
      takeEarly: (port, output) => this.#takeEarly(block, port, output),
    });
    runBlock(block, this.#scope, context, ports)
      .then((run) => this.#settle(block, startMs, run))
      .catch((cause) => state.abort(cause));
  }

  #textOf({ id: blockId }: CompiledBlock): LiveText | null {
    const { state, place } = this;
    const { onEvent, now } = state.ports;
    if (!onEvent) return null;
    const at = place.path === '' ? { blockId } : { blockId, iteration: place.path };
    return new LiveText(
      () => state.masker,
      now,
      (piece) => onEvent({ type: 'block-text', ...at, ...piece }),
    );
  }

  #containerOf(block: CompiledBlock): ContainerRun | null {
    const { members } = block;
    if (members === null) return null;
    const passAt = (place: GraphPlace) => new GraphRun(members, place, this.state);
    return new ContainerRun(block, members, this.place, this.state, passAt);
  }

  /** Skipped because nothing led here (`port` null), or switched off: then the run goes on behind it. */
  #skip(block: CompiledBlock, port: string | null): void {
    const nowMs = this.state.ports.now();
    this.place.outputs.set(block.slug, SKIPPED);
    const end: SpanEnd = { status: 'skipped', input: null, output: null, error: null };
    const span = blockSpan(block, { startMs: nowMs, endMs: nowMs }, end, this.state.masker, this.#spanPlace);
    this.#record(block, span, NO_OUTPUT, port);
  }

  #settle(block: CompiledBlock, startMs: number, run: BlockRun): void {
    const { container = null, parts = [], text = null } = this.#running.get(block) ?? {};
    this.#running.delete(block);
    text?.close();
    if (!this.#over) this.#settleRun(block, run, { startMs, container, parts, text });
    this.state.activity.end();
  }

  #settleRun(block: CompiledBlock, run: BlockRun, { startMs, container, parts }: Running): void {
    const { state, place } = this;
    const { result } = run;
    const { output } = result;
    const branch = branchOf(block, result);
    state.mask(result.secrets);
    const end = state.withoutBytes(endOf(block, run, branch), result);
    const times = { startMs, endMs: state.ports.now() };
    const span = blockSpan(block, times, end, state.masker, this.#spanPlace, state.files);
    if (container) this.#showInside(span, container);
    this.#showParts(span, parts);
    place.outputs.set(block.slug, output);
    this.#output = output;
    this.#outputOrder = Number.POSITIVE_INFINITY;
    if (block.setsVariables && result.ok) Object.assign(state.variables, output);
    if (block.answersRun && result.ok) state.answer ??= toAnswer(output);
    if (branch === null && !result.ok) this.#fail(block, result.error);
    this.#record(block, span, output, branch, result);
  }

  #restore(block: CompiledBlock, { output, branch, span, early }: JournalEntry): void {
    const skipped = span.status === 'skipped';
    this.place.outputs.set(block.slug, skipped ? SKIPPED : output);
    if (!skipped && branch === null) this.#fail(block, span.error ?? CUT_SHORT);
    if (early !== undefined) this.#takeEarly(block, early, output);
    this.#followEdges(block, branch);
  }

  /** What stands behind that port begins while the block still runs. */
  #takeEarly(block: CompiledBlock, port: string, output: BlockOutput): void {
    if (this.#over || this.#early.has(block)) return;
    this.#early.set(block, port);
    this.place.outputs.set(block.slug, output);
    this.#pending += 1;
    for (const index of block.targets.get(port) ?? []) this.#settleEdge(index, true);
    this.#pending -= 1;
  }

  #showInside(span: TraceSpan, { spans }: ContainerRun): void {
    span.children = spans;
    const { omission } = this.state;
    if (omission !== null && this.#container === '') span.warnings = [...(span.warnings ?? []), omission];
  }

  #showParts(span: TraceSpan, parts: readonly BlockPart[]): void {
    if (parts.length === 0) return;
    const { masker, nestedSpace } = this.state;
    span.children = parts.map((part, index) =>
      partSpan(part, { parent: span, index }, masker, this.#spanPlace.space ?? nestedSpace),
    );
  }

  /** The innermost block at fault is the one that is named. */
  #fail(block: CompiledBlock, error: BlockError): void {
    this.#error ??= { blockId: block.id, blockName: block.name, ...error };
  }

  #record(
    block: CompiledBlock,
    span: TraceSpan,
    output: BlockOutput,
    branch: string | null,
    result: Pick<BlockResult, 'secrets' | 'files'> = {},
  ): void {
    this.state.addSpan(this.#container, span);
    this.#tell(block, span);
    const { path } = this.place;
    const early = this.#early.get(block);
    const written = this.state.journal(block, { path, span, output, branch, early }, result);
    if (!written) {
      this.#followEdges(block, branch);
      return;
    }
    this.#pending += 1;
    this.state.activity.begin();
    written
      .then(() => {
        this.#pending -= 1;
        if (!this.#over) this.#followEdges(block, branch);
        this.state.activity.end();
      })
      .catch((cause) => this.state.abort(cause));
  }

  #tell(block: CompiledBlock, span: TraceSpan): void {
    const { onEvent } = this.state.ports;
    if (!onEvent) return;
    const { path } = this.place;
    // The blocks inside have had events of their own.
    const told = block.members === null ? span : { ...span, children: [] };
    onEvent({
      type: 'block-finished',
      blockId: block.id,
      ...(path === '' ? {} : { iteration: path }),
      span: told,
    });
  }

  /** Settles the edges behind a block: those of `branch` are taken, the others dead. */
  #followEdges(block: CompiledBlock, branch: string | null): void {
    if (this.#error && this.state.request.parallelFailure !== 'collect') {
      this.stop(CUT_SHORT);
      return;
    }
    this.#pending += 1;
    for (const [port, targets] of block.targets) {
      if (port === this.#early.get(block)) continue;
      for (const index of targets) this.#settleEdge(index, port === branch);
    }
    this.#pending -= 1;
    this.#endWhenIdle();
  }

  #settleEdge(index: number, taken: boolean): void {
    const open = (this.#open[index] ?? 0) - 1;
    this.#open[index] = open;
    if (taken) this.#taken[index] = true;
    const block = this.graph.blocks[index];
    if (open > 0 || !block || block.starts || this.#over) return;
    if (this.#taken[index]) {
      this.#begin(block);
      return;
    }
    this.#passOver(block);
  }

  /** Nothing leads to it in this run. */
  #passOver(block: CompiledBlock): void {
    const known = this.state.restored(block.id, this.place.path);
    if (known) this.#restore(block, known.entry);
    else this.#skip(block, null);
  }

  #endWhenIdle(): void {
    if (!this.#over && this.#running.size === 0 && this.#pending === 0) this.#end();
  }

  /** Ends the pass now; blocks that still run are aborted, and not waited for. */
  stop(reason: BlockError): void {
    if (this.#over) return;
    this.#error ??= { ...reason };
    this.#over = true;
    const { state } = this;
    const endMs = state.ports.now();
    for (const [block, { startMs, container, parts, text }] of this.#running) {
      text?.close();
      container?.stop(reason);
      const end: SpanEnd = { status: 'cancelled', input: block.authored, output: null, error: reason };
      const span = blockSpan(block, { startMs, endMs }, end, state.masker, this.#spanPlace);
      if (container) this.#showInside(span, container);
      this.#showParts(span, parts);
      this.state.addSpan(this.#container, span);
      this.#tell(block, span);
    }
    this.#end();
    this.#controller.abort();
  }

  /** Without an end: the run was broken off. */
  abandon(): void {
    this.#over = true;
    this.place.signal.removeEventListener('abort', this.#cancel);
    for (const { container, text } of this.#running.values()) {
      container?.abandon();
      text?.close();
    }
    this.#controller.abort();
  }

  #end(): void {
    this.#over = true;
    this.place.signal.removeEventListener('abort', this.#cancel);
    this.#resolve({ error: this.#error, output: this.#output });
  }
}
