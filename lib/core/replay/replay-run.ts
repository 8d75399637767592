import type { CodeRunner } from '../../platform/sandbox/contract';
import type { BlockDefinition, BlockExecutor, BlockResult, ExecutionContext } from '../blocks/block';
import { isTriggerBlock, reachesOut } from '../blocks/capabilities';
import type { BlockDefinitions } from '../blocks/registry/definitions';
import { isShortened } from '../blocks/shortened-value';
import type { CompiledWorkflow } from '../engine/compile-workflow';
import type { OutsideCall, OutsideWait, RunOutcome, RunPorts } from '../engine/ports';
import { RepeatableCode } from '../engine/repeatable-code';
import { requestKey, stepOf } from '../engine/request-key';
import { runWorkflow } from '../engine/run-workflow';
import { startsRuns } from '../graph-walk/beginnings';
import type { ReferenceBudget } from '../references/reference-budget';
import { EndsInOrder } from './ends-in-order';
import { recordedCall, recordedResult, recordedWait, UNKNOWN_RESULT } from './recorded-result';
import {
  type RecordedBlock,
  type RecordedRun,
  recordedBlocks,
  stepNames,
  wasBrokenOff,
} from './recorded-run';

/** A block with work outside of its run, which is about to take its recorded result. */
export interface Answered {
  /** As the record names it. */
  step: string;
  /** Resolved. */
  config: Readonly<Record<string, unknown>>;
  context: ExecutionContext;
  executor: BlockExecutor;
  definition: BlockDefinition;
  /** Null if nothing recorded answers it. */
  recorded: BlockResult | null;
}

export interface ReplayPorts {
  executors: ReadonlyMap<string, BlockExecutor>;
  definitions: BlockDefinitions;
  code: CodeRunner;
  /** Names that stand for themselves, as `{{NAME}}` in the record; plain variables have their values. */
  variables: ReadonlyMap<string, string>;
  plainVariables: ReadonlySet<string>;
  signal: AbortSignal;
  /** The default is the budget of any run. */
  budget?: ReferenceBudget | undefined;
  /** Settles in a later turn of the event loop. */
  turn: () => Promise<void>;
  /** Chooses the result of such a block, for rehearsals; null: it is unknown. By default the recorded one. */
  answer?: ((asked: Answered) => Promise<BlockResult | null>) | undefined;
}

export interface ReplayedRun {
  outcome: RunOutcome;
  blocks: ReadonlyMap<string, RecordedBlock>;
  /** Maps a step of this document to that of the record. */
  recordedStep: (step: string) => string;
  /** Steps without a known result, because nothing recorded answers them. */
  unanswered: ReadonlySet<string>;
}

class Unanswered extends Error {}

const never = (): Promise<never> => new Promise(() => undefined);

/**
 * Runs a document on the recorded results of a past run. Opens no connection; rejects because of the run
 * only with `Outgrown`, if its budget has little room here.
 */
export async function replayRun(
  compiled: CompiledWorkflow,
  recorded: RecordedRun,
  ports: ReplayPorts,
): Promise<ReplayedRun> {
  const replay = new Replay(compiled, recorded, ports);
  const outcome = await replay.run();
  const { blocks, recordedStep, unanswered } = replay;
  return { outcome, blocks, recordedStep, unanswered };
}

class Replay {
  readonly blocks: Map<string, RecordedBlock>;
  readonly recordedStep: (step: string) => string;
  readonly unanswered = new Set<string>();
  readonly #ends: EndsInOrder;
  readonly #controller = new AbortController();
  /** Blocks that were cancelled in the record: they end only if everything else stands still. */
  readonly #cancelled: Array<() => void> = [];
  #nowMs: number;

  constructor(
    readonly compiled: CompiledWorkflow,
    readonly recorded: RecordedRun,
    readonly ports: ReplayPorts,
  ) {
    this.blocks = recordedBlocks(recorded.spans);
    this.recordedStep = stepNames(compiled.document, this.blocks);
    this.#nowMs = Date.parse(recorded.spans[0]?.startTime ?? '') || 0;
    this.#ends = new EndsInOrder(ports.turn, () => this.#standsStill());
  }

  async run(): Promise<RunOutcome> {
    const { ports, compiled, recorded } = this;
    const cancel = () => this.#controller.abort();
    ports.signal.addEventListener('abort', cancel, { once: true });
    // It may have come while what is replayed was read.
    if (ports.signal.aborted) cancel();
    try {
      return await runWorkflow(
        compiled,
        { executionId: recorded.executionId, ...this.#start() },
        this.#ports(),
      );
    } finally {
      ports.signal.removeEventListener('abort', cancel);
      this.#ends.close();
      this.#controller.abort();
    }
  }

  /** Returns the block that the run began with, and its input. */
  #start(): { input: unknown; entryBlock?: string } {
    const began = this.recorded.spans.find(
      ({ type, status }) => status !== 'skipped' && startsRuns(this.ports.definitions.get(type)),
    );
    if (began === undefined) return { input: {} };
    const block = this.compiled.blocks.find(({ id }) => this.recordedStep(id) === began.id);
    // An input too large for its span is the output of the block that took it.
    const input = isShortened(began.input) ? this.recorded.wholes.get(began.id) : began.input;
    return { input: input ?? {}, entryBlock: block?.id ?? began.id };
  }

  #ports(): RunPorts {
    const { ports } = this;
    const executors = new Map<string, BlockExecutor>();
    for (const [type, executor] of ports.executors) executors.set(type, this.#replaying(type, executor));
    return {
      executors,
      http: { request: () => Promise.reject(new Unanswered()), close: () => Promise.resolve() },
      code: ports.code,
      now: () => this.#nowMs,
      variables: ports.variables,
      plainVariables: ports.plainVariables,
      signal: this.#controller.signal,
      ...(ports.budget && { budget: ports.budget }),
      callWorkflow: (call) => this.#call(call),
      wait: (wait) => this.#wait(wait),
    };
  }

  #replaying(type: string, executor: BlockExecutor): BlockExecutor {
    const definition = this.ports.definitions.get(type);
    const isOutside = reachesOut(definition) || isTriggerBlock(definition);
    const isContainer = definition?.container !== undefined;
    return async (config, context) => {
      const step = stepOf(context.idempotencyKey);
      const known = this.blocks.get(this.recordedStep(step));
      const work = async () => {
        if (isOutside && definition) {
          const goesOn = definition.outsideWork?.request?.continuesOnStatus?.(config);
          const recorded = known ? recordedResult(known.span, this.#whole(known), goesOn) : null;
          const asked = { step: this.recordedStep(step), config, context, executor, definition, recorded };
          const result = this.ports.answer ? await this.ports.answer(asked) : recorded;
          if (result !== null) return result;
          this.unanswered.add(step);
          return UNKNOWN_RESULT;
        }
        try {
          return await executor(config, this.#contextOf(context, known));
        } catch (error) {
          if (error instanceof Unanswered) return UNKNOWN_RESULT;
          throw error;
        }
      };
      const wasCancelled = known?.span.status === 'cancelled' && !isContainer;
      const result = wasCancelled
        ? this.#afterCancel(step, isOutside ? never() : work())
        : // A container's own work never waits: the blocks inside do, and its conditions count as work.
          isContainer
          ? work()
          : this.#ends.during(work);
      const ended = await this.#ends.hold(known?.order ?? Number.POSITIVE_INFINITY, result);
      if (known) this.#nowMs = Math.max(this.#nowMs, Date.parse(known.span.endTime));
      return ended;
    };
  }

  /** Ends a block that was cancelled, after all work that can end has ended. */
  async #afterCancel(step: string, work: Promise<BlockResult>): Promise<BlockResult> {
    await new Promise<void>((release) => {
      this.#cancelled.push(release);
      this.#ends.look();
    });
    const result = await Promise.race([work, this.ports.turn().then(() => null)]);
    if (result !== null) return result;
    this.unanswered.add(step);
    return UNKNOWN_RESULT;
  }

  #contextOf(context: ExecutionContext, known: RecordedBlock | undefined): ExecutionContext {
    if (known === undefined) return context;
    const startMs = Date.parse(known.span.startTime);
    const now = () => Math.max(startMs, this.#nowMs);
    const seed = requestKey(this.recorded.executionId, known.span.id);
    return { ...context, now: () => startMs, code: this.#counted({ startMs, now, seed }) };
  }

  /** Runs authors' code, which runs in a thread: no block ends until it has returned. */
  #counted(circumstances: ConstructorParameters<typeof RepeatableCode>[1]): CodeRunner {
    const code = new RepeatableCode(this.ports.code, circumstances);
    return {
      run: (request) => this.#ends.during(() => code.run(request)),
      firstTrue: (request) => this.#ends.during(() => code.firstTrue(request)),
    };
  }

  #whole = ({ span }: RecordedBlock) => this.recorded.wholes.get(span.id) ?? span.output;

  #known = (step: string) => this.blocks.get(this.recordedStep(step));

  async #wait(wait: OutsideWait) {
    const known = this.#known(wait.step);
    const begun = recordedWait(known?.span, wait, this.#nowMs);
    if (begun === null && known?.span.status !== 'cancelled') {
      this.unanswered.add(wait.step);
      throw new Unanswered();
    }
    return begun ?? { startedMs: this.#nowMs, dueMs: wait.dueMs, links: null, ended: never() };
  }

  async #call({ step }: OutsideCall) {
    const known = this.#known(step);
    const called = recordedCall(known?.span, known && this.#whole(known));
    if (called !== null) return called;
    if (known?.span.status !== 'cancelled') this.unanswered.add(step);
    throw new Unanswered();
  }

  /** The recorded run was broken off here, or the event that cancelled these blocks did not come. */
  #standsStill(): void {
    if (this.#cancelled.length === 0) return;
    if (wasBrokenOff(this.recorded)) this.#controller.abort();
    else this.#cancelled.shift()?.();
    this.#ends.look();
  }
}
