import { TurnQueue } from './turn-queue';

export interface GateLimits {
  /** The weight that may be inside at a time, in any unit. */
  limit: number;
  /** The same for one owner; by default an owner may have all. */
  ownLimit?: number;
  /**
   * True: one enters while less than the limits is inside, so the last may exceed them. By default one enters
   * if all of it fits, or alone.
   */
  overshoots?: boolean;
  /** How many may wait; any number by default. */
  maxWaiting?: number;
  /** How long one may wait, in milliseconds; as long as it takes by default. */
  maxWaitMs?: number;
  /** The error for whoever finds too many waiting (`full`) or has waited for too long (`late`). */
  refusal?: (why: 'full' | 'late') => Error;
}

export interface VisitOptions {
  /** 1 by default. */
  weight?: number;
  /** Ends the wait when it is aborted. */
  signal?: AbortSignal;
}

/** A stay at a gate: first in the line, then inside. Call `leave` in any case. */
export interface Visit {
  /** True if it did not have to wait. */
  readonly wasFree: boolean;
  /** Rejects with the gate's refusal after too long a wait, or with the reason of the signal. */
  readonly entered: Promise<void>;
  /** Gives the weight back, or leaves the line: then `entered` never settles. Further calls do nothing. */
  readonly leave: () => void;
}

interface Waiting {
  owner: string;
  weight: number;
  enter(): void;
}

const DEFAULTS: Required<Omit<GateLimits, 'limit'>> = {
  ownLimit: Number.POSITIVE_INFINITY,
  overshoots: false,
  maxWaiting: Number.POSITIVE_INFINITY,
  maxWaitMs: Number.POSITIVE_INFINITY,
  refusal: () => new Error('No more work may wait.'),
};

const AT_ONCE = Promise.resolve();

/**
 * Limits what is done at a time; the rest waits, and owners take turns (docs/decisions/waiting-lines.md).
 * Nobody overtakes one whose turn it is; an owner at its own limit is passed over and keeps its turn.
 */
export class FairGate {
  readonly #limits: Required<GateLimits>;
  readonly #waiting = new TurnQueue<Waiting>();
  readonly #weightOf = new Map<string, number>();
  /** Whose turn it is, if it does not fit yet. */
  #next: Waiting | undefined;
  #held = 0;

  constructor(limits: GateLimits) {
    this.#limits = { ...DEFAULTS, ...limits };
  }

  /** The weight inside. */
  get held(): number {
    return this.#held;
  }

  /** The number of owners with any weight inside. */
  get owners(): number {
    return this.#weightOf.size;
  }

  /** The number of visits that wait. */
  get waiting(): number {
    return this.#waiting.size + (this.#next === undefined ? 0 : 1);
  }

  /**
   * Runs `work` when it is its turn, in this turn of the event loop if it need not wait.
   * @throws the gate's refusal; the reason of the signal
   */
  async run<Result>(owner: string, work: () => Promise<Result>, options?: VisitOptions): Promise<Result> {
    const visit = this.visit(owner, options);
    try {
      if (!visit.wasFree) await visit.entered;
      return await work();
    } finally {
      visit.leave();
    }
  }

  /** Enters, or joins the line. @throws the gate's refusal when too many wait; the reason of the signal */
  visit(owner: string, { weight = 1, signal }: VisitOptions = {}): Visit {
    signal?.throwIfAborted();
    const isFree = this.#next === undefined && !this.#waiting.has(owner);
    if (isFree && this.#mayHave(owner, weight) && this.#fits(weight)) {
      this.#add(owner, weight);
      return { wasFree: true, entered: AT_ONCE, leave: once(() => this.#giveBack(owner, weight)) };
    }
    const { maxWaiting, refusal } = this.#limits;
    if (this.waiting >= maxWaiting) throw refusal('full');
    return this.#wait(owner, weight, signal);
  }

  #wait(owner: string, weight: number, signal: AbortSignal | undefined): Visit {
    const { maxWaitMs, refusal } = this.#limits;
    let phase: 'waiting' | 'inside' | 'left' = 'waiting';
    let leaveLine = (): void => undefined;
    const leave = (): void => {
      const before = phase;
      phase = 'left';
      if (before === 'waiting') leaveLine();
      if (before === 'inside') this.#giveBack(owner, weight);
    };
    const entered = new Promise<void>((resolve, reject) => {
      const giveUp = (reason: unknown): void => {
        leave();
        reject(reason);
      };
      const onAbort = (): void => giveUp(signal?.reason);
      const timer = Number.isFinite(maxWaitMs)
        ? setTimeout(() => giveUp(refusal('late')), maxWaitMs)
        : undefined;
      const endWait = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const waiting: Waiting = {
        owner,
        weight,
        enter: () => {
          endWait();
          phase = 'inside';
          resolve();
        },
      };
      leaveLine = () => {
        endWait();
        this.#forget(waiting);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(owner, waiting);
    });
    this.#admit();
    return { wasFree: false, entered, leave };
  }

  #forget(waiting: Waiting): void {
    if (this.#next === waiting) this.#next = undefined;
    else this.#waiting.remove(waiting.owner, waiting);
    this.#admit();
  }

  #giveBack(owner: string, weight: number): void {
    this.#add(owner, -weight);
    this.#admit();
  }

  /** Lets in whoever is next, until one does not fit. */
  #admit(): void {
    while (this.#held < this.#limits.limit) {
      this.#next ??= this.#waiting.take((owner, { weight }) => this.#mayHave(owner, weight));
      const next = this.#next;
      if (next === undefined || !this.#fits(next.weight)) return;
      this.#next = undefined;
      this.#add(next.owner, next.weight);
      next.enter();
    }
  }

  #mayHave(owner: string, weight: number): boolean {
    return this.#isWithin(this.#limits.ownLimit, this.#weightOf.get(owner) ?? 0, weight);
  }

  #fits(weight: number): boolean {
    return this.#isWithin(this.#limits.limit, this.#held, weight);
  }

  #isWithin(limit: number, held: number, weight: number): boolean {
    return this.#limits.overshoots ? held < limit : held === 0 || held + weight <= limit;
  }

  #add(owner: string, weight: number): void {
    this.#held += weight;
    const own = (this.#weightOf.get(owner) ?? 0) + weight;
    if (own === 0) this.#weightOf.delete(owner);
    else this.#weightOf.set(owner, own);
  }
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
}
