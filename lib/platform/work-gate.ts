import { TurnQueue } from './turn-queue';

interface GateLimits {
  /** How much work runs at a time. */
  atOnce: number;
  /** How much may wait; without a limit by default. */
  maxWaiting?: number;
  /** The error that work gets when no more may wait. */
  whenFull?: () => Error;
}

/** Runs little work at a time; the rest waits, each owner's in turn, and in the order it came. */
export class WorkGate {
  readonly #waiting = new TurnQueue<() => void>();
  readonly #limits: Required<GateLimits>;
  #running = 0;

  constructor(limits: GateLimits) {
    const whenFull = () => new Error('No more work may wait.');
    this.#limits = { maxWaiting: Number.POSITIVE_INFINITY, whenFull, ...limits };
  }

  /** Runs `work` when it is its turn. Rejects at once with the gate's error when no more may wait. */
  async run<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    const { atOnce, maxWaiting, whenFull } = this.#limits;
    if (this.#running < atOnce) this.#running += 1;
    else if (this.#waiting.size >= maxWaiting) throw whenFull();
    else await new Promise<void>((resolve) => this.#waiting.push(owner, resolve));
    try {
      return await work();
    } finally {
      // The next one takes over this place.
      const next = this.#waiting.take();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
