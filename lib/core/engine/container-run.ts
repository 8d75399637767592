import type { BlockError } from '../blocks/block';
import type { ContainerMembers, FieldValue, Iteration, IterationEnd } from '../blocks/container-members';
import { ResolveError } from '../references/resolve-error';
import type { CompiledBlock, CompiledMembers } from './compile-block';
import type { GraphEnd, GraphPlace } from './graph-place';
import { pathInside, stepKey } from './request-key';
import type { RunState } from './run-state';
import { ScopeOutputs } from './scope-outputs';
import type { TraceSpan } from './trace-span';

const STOPPED: BlockError = { code: 'CANCELLED', message: 'Cancelled because another iteration failed.' };

/** One pass over the blocks inside a container. */
export interface Pass {
  finished(): Promise<GraphEnd>;
  stop(reason: BlockError): void;
  abandon(): void;
}

/** One run of a container block, which runs the blocks inside as often as its executor asks. */
export class ContainerRun implements ContainerMembers {
  readonly spans: TraceSpan[];
  readonly #step: string;
  readonly #running = new Set<Pass>();
  #stopped: BlockError | null = null;
  /** The number of iterations in progress; while there are any, the container itself does nothing. */
  #passes = 0;

  constructor(
    readonly block: CompiledBlock,
    readonly members: CompiledMembers,
    readonly around: GraphPlace,
    readonly state: RunState,
    /** Creates a pass over the blocks inside. */
    readonly passAt: (place: GraphPlace) => Pass,
  ) {
    this.#step = stepKey(block.id, around.path);
    this.spans = state.spansIn(this.#step);
  }

  async run(iteration: Iteration): Promise<IterationEnd> {
    await this.#takeTurn();
    if (this.#stopped) return { ok: false, error: this.#stopped, endsAll: true };
    const outputs = this.#outputsOf(iteration);
    const place = {
      path: pathInside(this.around.path, this.block.id, iteration.index),
      outputs,
      signal: this.around.signal,
      container: { step: this.#step, index: iteration.index },
    };
    const pass = this.passAt(place);
    this.#running.add(pass);
    const { error, output } = await this.#finished(pass);
    this.#running.delete(pass);
    if (error) return { ok: false, error, endsAll: this.state.exhausted || this.#stopped !== null };
    return { ok: true, output, field: (name) => this.#collected(name, outputs) };
  }

  /** Resolves a field of an iteration that has ended, whose value its container keeps. */
  #collected(name: string, outputs: ScopeOutputs): FieldValue {
    const field = this.#resolve(name, outputs);
    if (field.ok) this.state.budget.holdValue(field.value);
    return field;
  }

  async #takeTurn(): Promise<void> {
    const turn = this.state.turns.take();
    if (!turn) return;
    this.state.activity.begin();
    await turn;
    this.state.activity.end();
  }

  async #finished(pass: Pass): Promise<GraphEnd> {
    const { activity } = this.state;
    const ended = pass.finished();
    if (this.#passes === 0) activity.end();
    this.#passes += 1;
    const end = await ended;
    this.#passes -= 1;
    if (this.#passes === 0) activity.begin();
    return end;
  }

  field(name: string, iteration: Iteration): FieldValue {
    return this.#resolve(name, this.#outputsOf(iteration));
  }

  stop(reason: BlockError = STOPPED): void {
    this.#stopped ??= reason;
    for (const pass of this.#running) pass.stop(reason);
  }

  /** Stops without an end, because the run was broken off. */
  abandon(): void {
    this.#stopped ??= STOPPED;
    for (const pass of this.#running) pass.abandon();
  }

  /** Names the values by the iteration's kind, which the innermost container takes, and the container. */
  #outputsOf({ values }: Iteration): ScopeOutputs {
    const outputs = new ScopeOutputs(this.around.outputs);
    outputs.set(this.block.slug, values);
    outputs.set(this.members.kind, values);
    return outputs;
  }

  #resolve(name: string, outputs: ScopeOutputs): FieldValue {
    const field = this.members.fields.get(name);
    if (!field) throw new Error(`"${this.block.type}" has no field "${name}" that iterations resolve.`);
    try {
      const { ports, budget } = this.state;
      budget.begin();
      return { ok: true, value: field.resolve({ outputs, variables: ports.variables, budget }) };
    } catch (error) {
      if (!(error instanceof ResolveError)) throw error;
      // A run that ends within an iteration has no outputs to collect from the blocks behind.
      if (this.state.leavesSome) return { ok: true, value: null };
      return { ok: false, error: { code: error.code, message: error.message, field: name } };
    }
  }
}
