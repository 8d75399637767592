import { SKIPPED } from '../references/read-path';
import { RUN_VARIABLES } from '../references/slug';
import type { CompiledWorkflow } from './compile-workflow';
import type { GraphEnd } from './graph-place';
import { GraphRun } from './graph-run';
import type { Masker } from './masker';
import type { RunOutcome, RunPorts, RunRequest } from './ports';
import { RunState } from './run-state';
import { ScopeOutputs } from './scope-outputs';

/** One run, from its first block to its outcome. Used once. */
export class WorkflowRun {
  readonly #state: RunState;
  readonly #graph: GraphRun;
  readonly #outputs = new ScopeOutputs();
  #reject: (cause: unknown) => void = () => {};

  constructor(
    readonly compiled: CompiledWorkflow,
    request: RunRequest,
    readonly ports: RunPorts,
    masker: Masker,
  ) {
    this.#state = new RunState(compiled, request, ports, masker, (cause) => this.#abort(cause));
    for (const slug of compiled.unreachedSlugs) this.#outputs.set(slug, SKIPPED);
    this.#outputs.set(RUN_VARIABLES, this.#state.variables);
    const place = { path: '', outputs: this.#outputs, signal: ports.signal, container: null };
    this.#graph = new GraphRun(compiled, place, this.#state);
  }

  finished(): Promise<RunOutcome> {
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      try {
        if (!this.ports.signal.aborted) this.#state.restore(this.ports.restored ?? []);
        this.#graph.finished().then((end) => resolve(this.#outcome(end)), reject);
      } catch (cause) {
        this.#abort(cause);
      }
    });
  }

  #abort(cause: unknown): void {
    this.#graph.abandon();
    this.#reject(cause);
  }

  #outcome({ error, output: lastOutput }: GraphEnd): RunOutcome {
    const { answer, files, ledger, masker, written } = this.#state;
    const effects = ledger.all(masker);
    const failed = error !== null;
    const whole = answer ? answer.body : lastOutput;
    const logged = files.detach(whole);
    const shown = masker.value(whole);
    const shownError = masker.value(error) as RunOutcome['error'];
    const response = answer?.response ?? null;
    const isLoggedWhole = shown === whole && shownError === error && !files.withholds;
    const isExact = isLoggedWhole && masker.value(response) === response;
    const { secrets } = masker;
    return {
      status: failed ? 'error' : 'success',
      level: failed ? 'error' : 'info',
      output: whole,
      shownOutput: shown,
      loggedOutput: logged === whole ? shown : masker.value(logged),
      exact: isExact ? null : { output: files.detachKept(whole), response, error, secrets },
      written,
      files: files.kept,
      response,
      error: shownError,
      tags: [...this.#state.tags].map((tag) => String(masker.value(tag))),
      traceSpans: this.#state.spansIn(''),
      ...(effects && {
        effects: { ...effects, isAsked: this.compiled.document.settings?.keepEffects === true },
      }),
    };
  }
}
