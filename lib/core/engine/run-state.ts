import { addUsd } from '../../platform/text/usd';
import type { BlockError, BlockOutput, BlockResult } from '../blocks/block';
import type { BlockPart, RunSpending } from '../blocks/block-part';
import type { Secret } from '../blocks/secret';
import { splitShortened } from '../blocks/shortened-value';
import { ReferenceBudget } from '../references/reference-budget';
import { Activity } from './activity';
import { type BlockAnswer, toAnswer } from './block-answer';
import { keepWhole, type SpanEnd } from './block-span';
import { secretsOfNote } from './called-secrets';
import type { CompiledBlock } from './compile-block';
import type { CompiledWorkflow } from './compile-workflow';
import { EffectLedger } from './effect-ledger';
import type { Masker } from './masker';
import { partialRunIn, type StandIn } from './partial-run';
import type { JournalEntry, RunPorts, RunRequest, StepNote } from './ports';
import { containerStep, type IterationPath, noteKey, stepKey } from './request-key';
import { RunFiles } from './run-files';
import { RunMasks } from './run-masks';
import { LogSpace, NestedSpace } from './shorten-value';
import { sizeOfOutput } from './span-size';
import type { TraceSpan } from './trace-span';
import { Turns } from './turns';

/** The most steps of a run: nested containers could go on for days. */
export const MAX_RUN_STEPS = 100_000;
/** The most spans of blocks in containers in a log; beyond it quiet successes are left out. */
const MAX_NESTED_SPANS = 20_000;

export const STEP_LIMIT: BlockError = {
  code: 'STEP_LIMIT',
  message:
    `A run has ${MAX_RUN_STEPS.toLocaleString('en')} steps at most, together with the workflows it calls; ` +
    'this one has used them up. ' +
    'Split the work over several runs.',
};

/** A restored entry with its position among the others. */
export interface Restored {
  entry: JournalEntry;
  order: number;
}

/** The state that all blocks of a run share, in any iteration. */
export class RunState {
  readonly files = new RunFiles();
  readonly nestedSpace = new NestedSpace();
  readonly logSpace = new LogSpace();
  readonly activity: Activity;
  readonly turns: Turns;
  readonly budget: ReferenceBudget;
  readonly ledger = new EffectLedger();
  answer: BlockAnswer | null = null;
  /** The text of the block that wrote last. */
  written: string | null = null;
  /** `<variable.name>`: the values that blocks have set so far. */
  readonly variables: Record<string, unknown> = Object.create(null);
  /** The tags that blocks have given the run so far. */
  readonly tags = new Set<string>();
  #spending: RunSpending | null = null;
  #restoredSpending = { usd: 0, calls: 0 };
  readonly #masks: RunMasks;
  readonly #steps: { taken: number };
  readonly #hasContainers: boolean;
  #ended = 0;
  #nested = 0;
  #omitted = 0;
  #finished = 0;
  readonly #restored = new Map<string, Restored>();
  readonly #standIns: Readonly<Record<string, StandIn>> | null;
  readonly #left: ReadonlySet<string> | null;
  /** Notes by step and name. */
  readonly #notes = new Map<string, StepNote>();
  /** Spans of the blocks in a container, by the container's step. */
  readonly #spans = new Map<string, TraceSpan[]>();

  constructor(
    readonly compiled: CompiledWorkflow,
    readonly request: RunRequest,
    readonly ports: RunPorts,
    masker: Masker,
    /** Called if the journal failed or an observer threw: the work done can't be vouched for then. */
    readonly abort: (cause: unknown) => void,
  ) {
    this.#masks = new RunMasks(ports, masker, request.input);
    this.#hasContainers = compiled.blocks.some(({ members }) => members !== null);
    this.#steps = ports.steps ?? { taken: 0 };
    this.budget = ports.budget ?? new ReferenceBudget();
    this.activity = new Activity(ports.standsStill, ports.giveWay);
    this.turns = new Turns(ports.giveWay);
    for (const note of ports.notes ?? []) {
      this.#notes.set(noteKey(note), note);
      this.mask(secretsOfNote(note));
      if (note.effects) this.ledger.restoreNoted(note.step, note.effects);
    }
    const partial = partialRunIn(ports.notes);
    this.#standIns = partial?.standIns ?? null;
    this.#left = partial && new Set(partial.left);
  }

  /** Returns the result that stands in for a block; undefined for a block that is executed. */
  standIn(blockId: string): StandIn | undefined {
    return this.#standIns === null || !Object.hasOwn(this.#standIns, blockId)
      ? undefined
      : this.#standIns[blockId];
  }

  /** True if this run leaves blocks out, so that values may be missing. */
  get leavesSome(): boolean {
    return this.#left !== null && this.#left.size > 0;
  }

  /** True if this run leaves the block out. */
  leavesOut(blockId: string): boolean {
    return this.#left?.has(blockId) === true;
  }

  /** Returns a note of an earlier try about a block. */
  note(step: string, name: string): StepNote | undefined {
    return this.#notes.size === 0 ? undefined : this.#notes.get(noteKey({ step, name }));
  }

  /** For what is stored or shown of the run. */
  get masker(): Masker {
    return this.#masks.shown;
  }

  /** For what a model sees: it works with values that the log redacts. */
  get secretMasker(): Masker {
    return this.#masks.secret;
  }

  mask(secrets: readonly (string | Secret)[] | undefined): void {
    this.#masks.add(secrets);
  }

  /** Finds what is to be redacted in a block that has ended. */
  redact(block: Pick<CompiledBlock, 'slug' | 'starts'>, end: SpanEnd, parts?: readonly BlockPart[]): void {
    this.#masks.find(block, end, parts);
  }

  /** Returns the list for the spans of a container's blocks; `''` is the run's own. */
  spansIn(container: string): TraceSpan[] {
    const known = this.#spans.get(container);
    if (known) return known;
    const spans: TraceSpan[] = [];
    this.#spans.set(container, spans);
    return spans;
  }

  /** @returns false for a span that the log leaves out: a success without children after very many others */
  #listNested(span: TraceSpan): boolean {
    this.#nested += 1;
    const isQuiet = span.status !== 'error' && span.status !== 'warning' && span.children.length === 0;
    return this.#nested <= MAX_NESTED_SPANS || !isQuiet;
  }

  addSpan(container: string, span: TraceSpan): void {
    if (this.#hasContainers) {
      span.order = this.#ended;
      this.#ended += 1;
    }
    if (container === '' || this.#listNested(span)) this.spansIn(container).push(span);
    else this.#omitted += 1;
  }

  /** Restores in the order the blocks finished: the first answer counts, and a variable's last value. */
  restore(entries: readonly JournalEntry[]): void {
    this.#finished = entries.length;
    for (const [order, entry] of inOrder(entries).entries()) {
      const { blockId, iteration = '', output, span, secrets, files, effects } = entry;
      const step = stepKey(blockId, iteration);
      this.#restored.set(step, { entry, order });
      const size = sizeOfOutput(output);
      if (typeof size === 'number') this.budget.hold(size);
      this.mask(secrets);
      this.#masks.findRestored(this.compiled, entry);
      if (files) this.files.add(output, files, this.masker);
      if (effects) this.ledger.restore(step, effects);
      this.addSpan(iteration === '' ? '' : containerStep(iteration), span);
      // The spans inside a container have entries of their own.
      if (span.children.length === 0) span.children = this.spansIn(step);
      else this.#restoreSpending(span);
      if (span.status === 'skipped') continue;
      if (this.compiled.setting.has(blockId) && span.status === 'success')
        Object.assign(this.variables, output);
      // Values that the span shortened are stored with this try's log.
      if (splitShortened(span.output).shortened.length > 0)
        keepWhole(span, this.masker.value(this.files.detach(output)), this.files);
      if (span.status !== 'success') continue;
      if (this.compiled.answering.has(blockId)) this.answer ??= toAnswer(output);
      if (this.compiled.tagging.has(blockId)) this.noteTags(output);
      this.noteText(blockId, output);
    }
  }

  /** Notes the text of a block that has succeeded. */
  noteText(blockId: string, output: BlockOutput): void {
    const member = this.compiled.writing.get(blockId);
    const text = member === undefined ? undefined : output[member];
    if (typeof text === 'string') this.written = text;
  }

  /** Notes the tags of a block that has succeeded. */
  noteTags({ tags }: BlockOutput): void {
    if (Array.isArray(tags)) for (const tag of tags) this.tags.add(String(tag));
  }

  /** Returns the spending of all blocks together on models and tools; called at the start of each block. */
  spendingFrom(startMs: number): RunSpending {
    this.#spending ??= {
      ...this.#restoredSpending,
      limits: this.compiled.document.settings?.agents ?? {},
      startedAtMs: startMs,
    };
    return this.#spending;
  }

  #restoreSpending({ children }: TraceSpan): void {
    this.#restoredSpending.calls += children.length;
    const spending = this.#restoredSpending;
    for (const { cost } of children) spending.usd = addUsd(spending.usd, cost ?? 0);
  }

  restored(blockId: string, path: IterationPath): Restored | undefined {
    return this.#restored.size === 0 ? undefined : this.#restored.get(stepKey(blockId, path));
  }

  /** True if an earlier try has run some of its blocks. */
  get isResumed(): boolean {
    return this.#restored.size > 0;
  }

  /** @returns false if the run has no steps left */
  takeStep(): boolean {
    this.#steps.taken += 1;
    return this.#steps.taken <= MAX_RUN_STEPS;
  }

  get exhausted(): boolean {
    return this.#steps.taken >= MAX_RUN_STEPS;
  }

  /** Tells the reader what the log leaves out; null if it shows everything. */
  get omission(): string | null {
    if (this.#omitted === 0) return null;
    const count = this.#omitted.toLocaleString('en');
    return `${count} steps that succeeded inside containers are left out of this log.`;
  }

  withoutBytes(end: SpanEnd, { output, files }: BlockResult): SpanEnd {
    if (!files && this.files.none) return end;
    const refusals = files ? this.files.add(output, files, this.masker) : [];
    const warnings = refusals.length === 0 ? end.warnings : [...(end.warnings ?? []), ...refusals];
    return {
      ...end,
      warnings,
      input: this.files.detach(end.input),
      output: this.files.detach(end.output),
    };
  }

  /** @returns a promise that the next blocks wait for, if there is one */
  journal(
    block: Pick<CompiledBlock, 'id' | 'members'>,
    entry: {
      path: IterationPath;
      span: TraceSpan;
      output: BlockOutput;
      branch: string | null;
      early?: string | undefined;
    },
    { secrets, files }: Pick<BlockResult, 'secrets' | 'files'>,
  ): Promise<void> | undefined {
    const { path, span, output, branch, early } = entry;
    const order = this.#finished;
    this.#finished += 1;
    const effects = this.ledger.endStep(stepKey(block.id, path), this.masker);
    const written = this.ports.journal?.({
      blockId: block.id,
      order,
      output,
      branch,
      // The blocks inside have entries of their own.
      span: block.members === null ? span : { ...span, children: [] },
      ...(path === '' ? {} : { iteration: path }),
      ...(early === undefined ? {} : { early }),
      ...(secrets && secrets.length > 0 ? { secrets } : {}),
      ...(files ? { files } : {}),
      ...(effects ? { effects } : {}),
    });
    return written ?? undefined;
  }
}

/** Sorts by `order`: times can't tell, because many blocks finish within a millisecond. */
function inOrder(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  if (entries.some(({ order }) => order === undefined)) return entries;
  return [...entries].sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
}
