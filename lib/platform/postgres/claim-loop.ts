import { setTimeout as sleep } from 'node:timers/promises';
import { type Channel, onNotification } from './notify';
import { isLeaseCurrent } from './process-lease';
import { reportDatabaseFault } from './report-database-fault';

const POLL_MS = 1_000;

export interface Claimed<Item> {
  items: readonly Item[];
  /** True if more items may be claimable immediately. */
  more: boolean;
}

/** Each `…Failed` completes "could not …" in the operator's log. */
export interface ClaimLoopOptions<Item> {
  maxInFlight: number;
  /** A fallback for a lost NOTIFY; also how far ahead the timer for due items looks. Default: a second. */
  pollMs?: number;
  /** Channels that announce waiting items. */
  wakeOn: readonly Channel[];
  /** Claims up to `room` items for this process, in one statement. */
  claim(room: number, inFlight: Iterable<Item>): Promise<Claimed<Item>>;
  claimFailed: string;
  work(item: Item): Promise<void>;
  workFailed(item: Item): string;
  /**
   * Returns true if the end of this item makes something claimable that had to wait although the loop had
   * room. `inFlight`: the number of items still in progress.
   */
  frees(item: Item, inFlight: number): boolean;
  /** Releases the claims of dead processes. @returns the number of items that are claimable again */
  recover(inFlight: Iterable<Item>): Promise<number>;
  recoverFailed: string;
  recoverEveryMs: number;
  /** Returns milliseconds until the next item falls due, for items with a time of their own. */
  nextDueMs?(): Promise<number>;
  /** Called after each pass without a database error. */
  onPass(): void;
}

/**
 * Claims items that wait in a table and works on them until stopped. It checks when it starts, at an
 * announcement, when the next item falls due, at every poll, and when an item's end makes room; it claims
 * batch after batch while there is room. A claim that fails (the database is not available) is reported and
 * retried at the next of these times. While this process's lease is lapsed it claims nothing.
 */
export class ClaimLoop<Item> {
  readonly #options: ClaimLoopOptions<Item>;
  readonly #inFlight = new Map<Item, Promise<void>>();
  readonly #endings: Array<() => void>;
  readonly #pollMs: number;
  #dueTimer: NodeJS.Timeout | undefined;
  #stopped = false;
  #asked = false;
  #claiming = false;
  #polling = false;
  #recovering = false;
  #pass = Promise.resolve();

  constructor(options: ClaimLoopOptions<Item>) {
    this.#options = options;
    this.#pollMs = options.pollMs ?? POLL_MS;
    const timers = [
      setInterval(() => this.#poll(), this.#pollMs),
      setInterval(() => this.#recover(), options.recoverEveryMs),
    ];
    this.#endings = [
      ...options.wakeOn.map((channel) => onNotification(channel, () => void this.#wake())),
      () => timers.forEach(clearInterval),
      () => clearTimeout(this.#dueTimer),
    ];
    this.#recover().then(() => this.#poll());
  }

  /**
   * Claims nothing more and waits for items in progress, at most `timeoutMs`; another process takes over
   * the rest. May be called again, with a longer or shorter wait.
   */
  async stop(timeoutMs: number): Promise<void> {
    this.#stopped = true;
    for (const end of this.#endings.splice(0)) end();
    await Promise.race([this.#idle(), sleep(timeoutMs, undefined, { ref: false })]);
  }

  /** Waits for the pass too, because a claim in progress still brings items. */
  async #idle(): Promise<void> {
    await this.#pass;
    await Promise.allSettled(this.#inFlight.values());
  }

  async #poll(): Promise<void> {
    const pass = this.#wake();
    if (this.#polling) return;
    this.#polling = true;
    await pass;
    await this.#armForNextDue();
    this.#polling = false;
  }

  /** Starts a pass now, or one more after the current one. Settles when that is done. */
  #wake(): Promise<void> {
    this.#asked = true;
    if (!this.#claiming) this.#pass = this.#claimWhileRoom();
    return this.#pass;
  }

  async #claimWhileRoom(): Promise<void> {
    const { claim, claimFailed, maxInFlight, onPass } = this.#options;
    this.#claiming = true;
    try {
      while (this.#asked && !this.#stopped && this.#inFlight.size < maxInFlight && isLeaseCurrent()) {
        this.#asked = false;
        const { items, more } = await claim(maxInFlight - this.#inFlight.size, this.#inFlight.keys());
        for (const item of items) this.#launch(item);
        this.#asked ||= more;
      }
      if (!this.#stopped) onPass();
    } catch (error) {
      reportDatabaseFault(claimFailed, error);
    } finally {
      this.#claiming = false; // in the same turn as the last check of #asked, so that no wake falls between
    }
  }

  #launch(item: Item): void {
    const { work, workFailed, frees, maxInFlight } = this.#options;
    const working = work(item)
      .catch((error) => reportDatabaseFault(workFailed(item), error))
      .finally(() => {
        this.#inFlight.delete(item);
        if (frees(item, this.#inFlight.size) || this.#inFlight.size === maxInFlight - 1) this.#wake();
      });
    this.#inFlight.set(item, working);
  }

  async #recover(): Promise<void> {
    if (this.#recovering || this.#stopped) return;
    this.#recovering = true;
    try {
      if ((await this.#options.recover(this.#inFlight.keys())) > 0) this.#wake();
    } catch (error) {
      reportDatabaseFault(this.#options.recoverFailed, error);
    } finally {
      this.#recovering = false;
    }
  }

  /** Sets a timer for the next item that falls due between two polls. */
  async #armForNextDue(): Promise<void> {
    const { nextDueMs, claimFailed } = this.#options;
    if (nextDueMs === undefined || this.#stopped) return;
    try {
      const dueInMs = await nextDueMs();
      clearTimeout(this.#dueTimer);
      if (dueInMs < this.#pollMs && !this.#stopped)
        this.#dueTimer = setTimeout(() => this.#poll(), Math.ceil(dueInMs));
    } catch (error) {
      reportDatabaseFault(claimFailed, error);
    }
  }
}
