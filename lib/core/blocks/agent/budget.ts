import { addUsd } from '../../../platform/text/usd';
import type { BlockError } from '../block';
import type { RunSpending, SpendingLimits } from '../block-part';
import type { AgentLimits } from './config';

const MS_PER_SECOND = 1_000;

/** Counts the block's spending against its own limits and those of its run. */
export class AgentBudget {
  /** USD spent, as far as prices are known. */
  usd = 0;
  #calls = 0;
  readonly #startedAtMs: number;

  constructor(
    readonly limits: AgentLimits,
    readonly run: RunSpending | undefined,
    readonly now: () => number,
  ) {
    this.#startedAtMs = now();
  }

  get isInUsd(): boolean {
    return this.limits.usd !== undefined || this.run?.limits.usd !== undefined;
  }

  /** Milliseconds until the first of the time limits. */
  get remainingMs(): number {
    const ends = [this.#startedAtMs + this.limits.seconds * MS_PER_SECOND];
    const { run } = this;
    if (run?.limits.seconds !== undefined) ends.push(run.startedAtMs + run.limits.seconds * MS_PER_SECOND);
    return Math.max(0, Math.min(...ends) - this.now());
  }

  /** Counts one call; returns an error instead if a limit is used up. */
  takeCall(): BlockError | null {
    const used = this.usedUp();
    if (used !== null) return used;
    this.#calls += 1;
    if (this.run) this.run.calls += 1;
    return null;
  }

  addCost(usd: number): void {
    this.usd = addUsd(this.usd, usd);
    if (this.run) this.run.usd = addUsd(this.run.usd, usd);
  }

  usedUp(): BlockError | null {
    const { run } = this;
    const own = { usd: this.usd, calls: this.#calls, startedAtMs: this.#startedAtMs };
    return this.#over(own, this.limits, 'block') ?? (run ? this.#over(run, run.limits, 'run') : null);
  }

  #over(
    { usd, calls, startedAtMs }: Pick<RunSpending, 'usd' | 'calls' | 'startedAtMs'>,
    limits: SpendingLimits,
    scope: 'block' | 'run',
  ): BlockError | null {
    if (limits.usd !== undefined && usd >= limits.usd)
      return exceeded('usd', scope, `$${limits.usd} have been spent`);
    if (limits.calls !== undefined && calls >= limits.calls)
      return exceeded('calls', scope, `${limits.calls} calls of models and tools have been made`);
    const spentMs = this.now() - startedAtMs;
    if (limits.seconds !== undefined && spentMs >= limits.seconds * MS_PER_SECOND)
      return exceeded('seconds', scope, `${limits.seconds} s have passed`);
    return null;
  }
}

function exceeded(limit: 'usd' | 'calls' | 'seconds', scope: 'block' | 'run', fact: string): BlockError {
  const whose =
    scope === 'block'
      ? 'The limit of this block is reached'
      : 'The limit that the workflow sets for all agents of a run is reached';
  const message = `${whose}: ${fact}. Raise it, or ask for less.`;
  return { code: 'BUDGET_EXCEEDED', message, limit, scope, retryable: false };
}

export const tooManySteps = (most: number): BlockError => ({
  code: 'AGENT_STEP_LIMIT',
  message:
    `The model still called tools after ${most} steps. ` +
    'Raise the limit of steps, or tell it in the prompt when it is done.',
  limit: 'steps',
  scope: 'block',
  retryable: false,
});
