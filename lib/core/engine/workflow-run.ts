import type { BlockError, BlockOutput, BlockResult } from '../blocks/block';
import { splitShortened } from '../blocks/shortened-value';
import { type ReferenceScope, SKIPPED } from '../references/read-path';
import { blockSpan, branchOf, endOf, isoTime, keepWhole, type SpanEnd } from './block-span';
import type { PlannedBlock } from './compile-block';
import type { CompiledWorkflow } from './compile-workflow';
import type { Masker } from './masker';
import type { JournalEntry, RunOutcome, RunPorts, RunRequest } from './ports';
import { requestKey } from './request-key';
import { type RunAnswer, toAnswer } from './run-answer';
import { type BlockRun, runBlock } from './run-block';
import { RunFiles } from './run-files';
import type { TraceSpan } from './trace-span';

const CANCELLED: BlockError = { code: 'CANCELLED', message: 'The run was cancelled.' };
const CUT_SHORT: BlockError = { code: 'CANCELLED', message: 'Cancelled because another block failed.' };
const NO_OUTPUT: BlockOutput = {};

/** One run: which blocks are done, which edges were taken, and what came of it. Used once. */
export class WorkflowRun {
  readonly #outputs = new Map<string, unknown>();
  readonly #scope: ReferenceScope;
  readonly #spans: TraceSpan[] = [];
  readonly #files = new RunFiles();
  /** By block index: edges that are still open, and whether one of the others was taken. */
  readonly #open: number[];
  readonly #taken: boolean[];
  readonly #running = new Map<PlannedBlock, number>();
  readonly #restored: ReadonlyMap<string, JournalEntry>;
  readonly #controller = new AbortController();
  readonly #cancel = () => this.#stop(CANCELLED);
  #masker: Masker;
  #error: RunOutcome['error'] = null;
  #answer: RunAnswer | null = null;
  #output: unknown = null;
  #over = false;
  /** Journal entries being written, and edges being settled: the run can't be at its end. */
  #pending = 0;
  #resolve: (outcome: RunOutcome) => void = () => {};
  #reject: (cause: unknown) => void = () => {};

  constructor(
    readonly plan: CompiledWorkflow,
    readonly request: RunRequest,
    readonly ports: RunPorts,
    masker: Masker,
  ) {
    this.#masker = masker;
    this.#scope = { outputs: this.#outputs, variables: ports.variables };
    this.#open = plan.blocks.map(({ incoming }) => incoming);
    this.#taken = plan.blocks.map(() => false);
    this.#restored = new Map((ports.restored ?? []).map((entry) => [entry.blockId, entry]));
    for (const slug of plan.unreachedSlugs) this.#outputs.set(slug, SKIPPED);
  }

  finished(): Promise<RunOutcome> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      try {
        this.#start();
      } catch (cause) {
        this.#breakOff(cause);
      }
    });
  }

  #start(): void {
    const { signal, restored } = this.ports;
    if (signal.aborted) {
      this.#stop(CANCELLED);
      return;
    }
    signal.addEventListener('abort', this.#cancel, { once: true });
    for (const entry of restored ?? []) this.#recall(entry);
    this.#pending += 1;
    for (const block of this.plan.blocks) if (block.starts) this.#begin(block);
    this.#pending -= 1;
    this.#endWhenIdle();
  }

  /** Entries come in the order their blocks finished: the last one's output and the first answer count. */
  #recall({ blockId, output, span, secrets, files }: JournalEntry): void {
    this.#mask(secrets);
    if (files) this.#files.add(output, files, this.#masker);
    this.#spans.push(span);
    if (span.status === 'skipped') return;
    // What was shortened in the span is kept with this try's log.
    if (splitShortened(span.output).shortened.length > 0)
      keepWhole(span, this.#masker.value(this.#files.detach(output)), this.#files);
    this.#output = output;
    const answers = this.plan.blocks.some(({ id, answersRun }) => id === blockId && answersRun);
    if (answers && span.status === 'success') this.#answer ??= toAnswer(output);
  }

  #mask(secrets: readonly string[] | undefined): void {
    if (secrets && secrets.length > 0) this.#masker = this.#masker.with(secrets);
  }

  #begin(block: PlannedBlock): void {
    if (this.#over) return;
    const entry = this.#restored.get(block.id);
    if (entry) this.#restore(block, entry);
    else if (block.enabled) this.#run(block, this.ports.now());
    else this.#passOver(block, this.ports.now(), block.passPort);
  }

  #run(block: PlannedBlock, startMs: number): void {
    this.#running.set(block, startMs);
    this.ports.onEvent?.({ type: 'block-started', blockId: block.id, startedAt: isoTime(startMs) });
    const context = {
      input: this.request.input,
      http: this.ports.http,
      code: this.ports.code,
      signal: this.#controller.signal,
      idempotencyKey: requestKey(this.request.executionId, block.id),
      now: this.ports.now,
    };
    runBlock(block, this.#scope, context, this.ports)
      .then((run) => this.#settle(block, startMs, run))
      .catch((cause) => this.#breakOff(cause));
  }

  /** Skipped because nothing led here (`port` null), or switched off: then the run goes on behind it. */
  #passOver(block: PlannedBlock, startMs: number, port: string | null): void {
    this.#outputs.set(block.slug, SKIPPED);
    const end: SpanEnd = { status: 'skipped', input: null, output: null, error: null };
    const span = blockSpan(block, startMs, startMs, end, this.#masker);
    this.#record(block, span, NO_OUTPUT, port);
  }

  #settle(block: PlannedBlock, startMs: number, { result, input }: BlockRun): void {
    this.#running.delete(block);
    if (this.#over) return;
    const { output } = result;
    const branch = branchOf(block, result);
    this.#mask(result.secrets);
    const end = this.#withoutBytes(endOf(block, { result, input }, branch), result);
    const span = blockSpan(block, startMs, this.ports.now(), end, this.#masker, this.#files);
    this.#outputs.set(block.slug, output);
    this.#output = output;
    if (block.answersRun && result.ok) this.#answer ??= toAnswer(output);
    if (branch === null && !result.ok) this.#fail(block, result.error);
    this.#record(block, span, output, branch, result);
  }

  #withoutBytes(end: SpanEnd, { output, files }: BlockResult): SpanEnd {
    if (!files && this.#files.none) return end;
    const refusals = files ? this.#files.add(output, files, this.#masker) : [];
    const warnings = refusals.length === 0 ? end.warnings : [...(end.warnings ?? []), ...refusals];
    return {
      ...end,
      warnings,
      input: this.#files.detach(end.input),
      output: this.#files.detach(end.output),
    };
  }

  #restore(block: PlannedBlock, { output, branch, span }: JournalEntry): void {
    const skipped = span.status === 'skipped';
    this.#outputs.set(block.slug, skipped ? SKIPPED : output);
    if (!skipped && branch === null) this.#fail(block, span.error ?? CUT_SHORT);
    this.#lead(block, branch);
  }

  #fail(block: PlannedBlock, error: BlockError): void {
    this.#error ??= { ...error, blockId: block.id, blockName: block.name };
  }

  #record(
    block: PlannedBlock,
    span: TraceSpan,
    output: BlockOutput,
    branch: string | null,
    { secrets, files }: Pick<BlockResult, 'secrets' | 'files'> = {},
  ): void {
    this.#spans.push(span);
    this.ports.onEvent?.({ type: 'block-finished', blockId: block.id, span });
    const written = this.ports.journal?.({
      blockId: block.id,
      output,
      branch,
      span,
      ...(secrets && secrets.length > 0 ? { secrets } : {}),
      ...(files ? { files } : {}),
    });
    if (!written) {
      this.#lead(block, branch);
      return;
    }
    this.#pending += 1;
    written
      .then(() => {
        this.#pending -= 1;
        if (!this.#over) this.#lead(block, branch);
      })
      .catch((cause) => this.#breakOff(cause));
  }

  /** Settles the edges behind a block: those of `branch` are taken, the others dead. */
  #lead(block: PlannedBlock, branch: string | null): void {
    if (this.#error && this.request.parallelFailure !== 'collect') {
      this.#stop(CUT_SHORT);
      return;
    }
    this.#pending += 1;
    for (const [port, targets] of block.targets) {
      for (const index of targets) this.#settleEdge(index, port === branch);
    }
    this.#pending -= 1;
    this.#endWhenIdle();
  }

  #settleEdge(index: number, taken: boolean): void {
    const open = (this.#open[index] ?? 0) - 1;
    this.#open[index] = open;
    if (taken) this.#taken[index] = true;
    const block = this.plan.blocks[index];
    if (open > 0 || !block || block.starts) return;
    if (this.#taken[index]) this.#begin(block);
    else this.#skip(block);
  }

  #skip(block: PlannedBlock): void {
    if (this.#over) return;
    const entry = this.#restored.get(block.id);
    if (entry) this.#restore(block, entry);
    else this.#passOver(block, this.ports.now(), null);
  }

  #endWhenIdle(): void {
    if (!this.#over && this.#running.size === 0 && this.#pending === 0) this.#end();
  }

  /** Ends the run now; blocks that still run are told to stop, and not waited for. */
  #stop(reason: BlockError): void {
    if (this.#over) return;
    this.#error ??= { ...reason };
    const endMs = this.ports.now();
    for (const [block, startMs] of this.#running) {
      const end: SpanEnd = {
        status: 'cancelled',
        input: block.authored,
        output: null,
        error: reason,
      };
      const span = blockSpan(block, startMs, endMs, end, this.#masker);
      this.#spans.push(span);
      this.ports.onEvent?.({ type: 'block-finished', blockId: block.id, span });
    }
    this.#end();
    this.#controller.abort();
  }

  #end(): void {
    this.#over = true;
    this.ports.signal.removeEventListener('abort', this.#cancel);
    const failed = this.#error !== null;
    const whole = this.#answer ? this.#answer.body : this.#output;
    const logged = this.#files.detach(whole);
    const output = this.#masker.value(whole);
    this.#resolve({
      status: failed ? 'error' : 'success',
      level: failed ? 'error' : 'info',
      output,
      loggedOutput: logged === whole ? output : this.#masker.value(logged),
      files: this.#files.kept,
      response: this.#masker.value(this.#answer?.response ?? null) as RunOutcome['response'],
      error: this.#masker.value(this.#error) as RunOutcome['error'],
      traceSpans: this.#spans,
    });
  }

  /** The journal failed, or an observer threw: what was done can't be vouched for. */
  #breakOff(cause: unknown): void {
    if (this.#over) return;
    this.#over = true;
    this.ports.signal.removeEventListener('abort', this.#cancel);
    this.#controller.abort();
    this.#reject(cause);
  }
}
