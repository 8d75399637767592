import type { BlockError, BlockOutput, BlockResult } from '../blocks/block';
import type { BlockPart } from '../blocks/block-part';
import { portAfter } from '../graph-walk/exits';
import { OpenEdges } from '../graph-walk/open-edges';
import { type ReferenceScope, SKIPPED } from '../references/read-path';
import { toAnswer } from './block-answer';
import { endOf, isoTime, type SpanEnd } from './block-span';
import type { CompiledBlock, CompiledGraph } from './compile-block';
import { ContainerRun } from './container-run';
import { entryOf } from './entry-of';
import { executionContext } from './execution-context';
import { followersOf } from './followers';
import { GraphEvents } from './graph-events';
import type { GraphEnd, GraphPlace } from './graph-place';
import { type BlockWork, GraphSpans } from './graph-spans';
import type { LiveText } from './live-text';
import type { StandIn } from './partial-run';
import type { JournalEntry, RunOutcome } from './ports';
import { type BlockRun, refused, runBlock } from './run-block';
import { type RunState, STEP_LIMIT } from './run-state';
import type { TraceSpan } from './trace-span';
import type { TimeInterval } from './waiting-time';

const CANCELLED: BlockError = { code: 'CANCELLED', message: 'The run was cancelled.' };
const CUT_SHORT: BlockError = { code: 'CANCELLED', message: 'Cancelled because another block failed.' };
const NO_OUTPUT: BlockOutput = {};

interface Running extends Omit<BlockWork, 'endMs'> {
  parts: BlockPart[];
  /** Null if nobody watches. */
  text: LiveText | null;
  /** The time in which it waited for its server. */
  waited?: TimeInterval;
}

/** One pass over the blocks of a graph: its finished blocks, taken edges and outcome. */
export class GraphRun {
  readonly #scope: ReferenceScope;
  readonly #container: string;
  readonly #edges: OpenEdges;
  readonly #events: GraphEvents;
  readonly #spans: GraphSpans;
  readonly #running = new Map<CompiledBlock, Running>();
  /** The ports that were taken while their blocks still ran. */
  readonly #early = new Map<CompiledBlock, string>();
  readonly #controller = new AbortController();
  readonly #cancel = () => this.stop(CANCELLED);
  #error: RunOutcome['error'] = null;
  #output: unknown = null;
  /** Position in the journal of the restored entry that `#output` comes from. */
  #outputOrder = -1;
  #over = false;
  /** Journal entries being written and edges being settled; while there are any, the pass can't end. */
  #pending = 0;
  #resolve: (end: GraphEnd) => void = () => {};

  constructor(
    readonly graph: CompiledGraph,
    readonly place: GraphPlace,
    readonly state: RunState,
  ) {
    const { container, outputs } = place;
    this.#scope = { outputs, variables: state.ports.variables, budget: state.budget };
    this.#container = container?.step ?? '';
    this.#edges = new OpenEdges(graph.blocks);
    this.#events = new GraphEvents(place, state);
    this.#spans = new GraphSpans(place, state);
  }

  /** Runs the pass to its end, which may be a block's failure; other errors break off the whole run. */
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
    // Passes in containers are stopped by the pass around them.
    if (this.#container === '') signal.addEventListener('abort', this.#cancel, { once: true });
    this.#pending += 1;
    const starting = this.graph.blocks.filter(({ starts }) => starts);
    const entry = this.#container === '' ? entryOf(starting, this.state.request.entryBlock) : null;
    for (const block of starting) {
      if (entry === null || block === entry) this.#begin(block);
      else this.#skipOrRestore(block);
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
    } else if (state.leavesOut(block.id)) this.#skip(block, null);
    else if (block.enabled) this.#beginEnabled(block);
    else this.#skip(block, block.passPort);
  }

  #beginEnabled(block: CompiledBlock): void {
    const standIn = this.state.standIn(block.id);
    if (standIn === undefined) this.#run(block, this.state.ports.now());
    else this.#standIn(block, standIn);
  }

  /** Records a known result without executing the block. */
  #standIn(block: CompiledBlock, { result, pinned, early }: StandIn): void {
    const { state } = this;
    const startMs = state.ports.now();
    const run = state.takeStep() ? { result, input: null, pinned } : refused(block, STEP_LIMIT);
    if (early !== undefined) this.#takeEarly(block, early, result.output);
    if (!this.#over) this.#settleRun(block, run, { startMs, container: null, parts: [], text: null });
  }

  #run(block: CompiledBlock, startMs: number): void {
    const { state, place } = this;
    const container = this.#containerOf(block);
    const parts: BlockPart[] = [];
    state.activity.begin();
    const text = this.#events.liveText(block);
    const running: Running = { startMs, container, parts, text };
    this.#running.set(block, running);
    this.#events.started(block, startMs);
    if (!state.takeStep()) {
      this.#settle(block, running, refused(block, STEP_LIMIT));
      return;
    }
    const context = executionContext(block, {
      state,
      startMs,
      container,
      text,
      path: place.path,
      onPart: (part) => parts.push(part),
      followers: () => followersOf(block, { graph: this.graph, scope: this.#scope, state, path: place.path }),
      signal: this.#controller.signal,
      takeEarly: (port, output) => this.#takeEarly(block, port, output),
      onWait: (startedMs, endedMs = startedMs) => {
        running.startMs = Math.min(running.startMs, startedMs);
        if (endedMs > startedMs) running.waited = { startMs: startedMs, endMs: endedMs };
      },
    });
    const execute = () => runBlock(block, this.#scope, context, state.ports);
    const turn = state.turns.take();
    (turn ? turn.then(() => (this.#over ? refused(block, CANCELLED) : execute())) : execute())
      .then((run) => this.#settle(block, running, run))
      .catch((cause) => state.abort(cause));
  }

  #containerOf(block: CompiledBlock): ContainerRun | null {
    const { members } = block;
    if (members === null) return null;
    const passAt = (place: GraphPlace) => new GraphRun(members, place, this.state);
    return new ContainerRun(block, members, this.place, this.state, passAt);
  }

  /** Skips a block because nothing led here (`port` null) or it is disabled: the run goes on behind it. */
  #skip(block: CompiledBlock, port: string | null): void {
    this.place.outputs.set(block.slug, SKIPPED);
    this.#record(block, this.#spans.skipped(block), NO_OUTPUT, port);
  }

  #settle(block: CompiledBlock, running: Running, run: BlockRun): void {
    this.#running.delete(block);
    running.text?.close();
    if (!this.#over) this.#settleRun(block, run, running);
    this.state.activity.end();
  }

  #settleRun(block: CompiledBlock, run: BlockRun, { startMs, container, parts, waited }: Running): void {
    const { state, place } = this;
    const { result } = run;
    const { output } = result;
    const branch = portAfter(block, result);
    state.mask(result.secrets);
    const ended = endOf(block, run, branch);
    state.redact(block, ended, parts);
    const end = state.withoutBytes(ended, result);
    if (end.output !== ended.output) state.redact(block, end);
    const work = { startMs, endMs: state.ports.now(), container, parts };
    const span = this.#spans.ended(block, work, end, state.files);
    if (run.pinned) span.pinned = true;
    if (waited) span.waited = { startTime: isoTime(waited.startMs), endTime: isoTime(waited.endMs) };
    if (span.status === 'warning' && !state.compiled.checkedSlugs.has(block.slug)) span.unchecked = true;
    place.outputs.set(block.slug, output);
    this.#output = output;
    this.#outputOrder = Number.POSITIVE_INFINITY;
    if (block.sets === 'variables' && result.ok) Object.assign(state.variables, output);
    if (block.sets === 'tags' && result.ok) state.noteTags(output);
    if (block.sets === 'response' && result.ok) state.answer ??= toAnswer(output);
    if (block.writesText !== null && result.ok) state.noteText(block.id, output);
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

  /** Starts the blocks behind that port while the block still runs. */
  #takeEarly(block: CompiledBlock, port: string, output: BlockOutput): void {
    if (this.#over || this.#early.has(block)) return;
    this.#early.set(block, port);
    this.place.outputs.set(block.slug, output);
    this.#pending += 1;
    for (const index of block.targets.get(port) ?? []) this.#settleEdge(index, true);
    this.#pending -= 1;
  }

  /** Records a failure under the innermost block at fault. */
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
    this.#events.finished(block, span);
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
    const edges = this.#edges.settle(index, taken);
    const block = this.graph.blocks[index];
    if (edges === 'open' || !block || block.starts || this.#over) return;
    if (edges === 'taken') this.#begin(block);
    else this.#skipOrRestore(block);
  }

  /** Skips a block that nothing leads to in this run, or restores its entry from an earlier try. */
  #skipOrRestore(block: CompiledBlock): void {
    const known = this.state.restored(block.id, this.place.path);
    if (known) this.#restore(block, known.entry);
    else this.#skip(block, null);
  }

  #endWhenIdle(): void {
    if (!this.#over && this.#running.size === 0 && this.#pending === 0) this.#end();
  }

  /** Ends the pass immediately; blocks that still run are aborted and not awaited. */
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
      const span = this.#spans.ended(block, { startMs, endMs, container, parts }, end);
      state.addSpan(this.#container, span);
      this.#events.finished(block, span);
    }
    this.#end();
    this.#controller.abort();
  }

  /** Stops without an end, because the run was broken off. */
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
