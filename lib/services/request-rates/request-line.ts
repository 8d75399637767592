import type { Turn } from '../../platform/outbound-http/contract';
import { reportDatabaseFault } from '../../platform/postgres/report-database-fault';
import { claimSlots, HORIZON_MS, holdSlots, type Server, type Slots } from './claim-slots';

/** At most `max` requests in any `perMs`. */
export interface Rate {
  max: number;
  perMs: number;
}

/**
 * Slots are slightly farther apart than the rate requires, so one used slightly late still keeps to it; a
 * slot that would be used later than that is given up for another one.
 */
const SPACING = 1.1;
const LATE_SHARE = 0.05;
/** After this many a late slot is used: a slow database must not stop the line. */
const MAX_GIVEN_UP = 5;
const MAX_SLOTS = 64;
const MAX_TIMER_MS = 60_000;
/** The longest time a server can stop requests, even if it asks for more. */
const MAX_HOLD_MS = 600_000;

const intervalOf = ({ max, perMs }: Rate): number => (perMs * SPACING) / max;

interface Waiting {
  rate: Rate;
  deadlineMs: number;
  end: (turn: Turn) => void;
}

/** The requests of this process that wait for their turn at one server, in FIFO order. */
export class RequestLine {
  #line: Waiting[] = [];
  #isMoving = false;
  /** Consecutive slots that came too late. */
  #givenUp = 0;
  #heldUntilMs = 0;
  /** The next slot while the database is unavailable and this process keeps to the rate alone. */
  #nextAloneMs = 0;

  constructor(readonly server: Server) {}

  get isIdle(): boolean {
    return !this.#isMoving && this.#heldUntilMs < performance.now();
  }

  /** Settles once a request may be sent, or as soon as it is known that `withinMs` can't be met. */
  turn(rate: Rate, { withinMs, signal }: { withinMs: number; signal?: AbortSignal | undefined }) {
    const leastMs = Math.max(this.#line.length * intervalOf(rate), this.#heldUntilMs - performance.now());
    if (leastMs > withinMs) return Promise.resolve<Turn>({ ok: false, waitMs: leastMs });
    return new Promise<Turn>((resolve) => {
      const end = (turn: Turn) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
        this.#line = this.#line.filter((other) => other !== waiting);
        resolve(turn);
      };
      const waiting: Waiting = { rate, deadlineMs: performance.now() + withinMs, end };
      const cancel = () => end({ ok: true });
      const timer = setTimeout(() => end({ ok: false, waitMs: withinMs }), withinMs);
      this.#line.push(waiting);
      if (signal?.aborted) return cancel();
      signal?.addEventListener('abort', cancel, { once: true });
      if (!this.#isMoving) void this.#move();
    });
  }

  /** Stops requests for the time the server asked for. */
  holdBack(ms: number): void {
    const heldMs = Math.min(ms, MAX_HOLD_MS);
    this.#heldUntilMs = Math.max(this.#heldUntilMs, performance.now() + heldMs);
    holdSlots(this.server, heldMs).catch((error) => reportDatabaseFault('hold requests back', error));
  }

  async #move(): Promise<void> {
    this.#isMoving = true;
    while (this.#line[0] !== undefined) {
      const { rate } = this.#line[0];
      const heldMs = this.#heldUntilMs - performance.now();
      if (heldMs > 0) await sleep(heldMs);
      else {
        const askedMs = performance.now();
        await this.#takeSlots(await this.#claim(rate), rate, askedMs);
      }
    }
    this.#isMoving = false;
  }

  async #claim(rate: Rate): Promise<Slots> {
    const intervalMs = intervalOf(rate);
    const alike = this.#line.findIndex((waiting) => intervalOf(waiting.rate) !== intervalMs);
    const wanted = Math.min(alike < 0 ? this.#line.length : Math.max(1, alike), MAX_SLOTS);
    try {
      return await claimSlots(this.server, { intervalMs, wanted });
    } catch (error) {
      reportDatabaseFault('claim turns of requests', error);
      const nowMs = performance.now();
      const firstMs = Math.max(this.#nextAloneMs, nowMs);
      this.#nextAloneMs = firstMs + intervalMs;
      return { count: 1, inMs: firstMs - nowMs };
    }
  }

  async #takeSlots({ count, inMs }: Slots, rate: Rate, askedMs: number): Promise<void> {
    const firstMs = performance.now() + inMs;
    if (count === 0) {
      for (const { deadlineMs, end } of this.#line)
        if (deadlineMs < firstMs) end({ ok: false, waitMs: inMs });
      return sleep(this.#line.length === 0 ? 0 : Math.max(5, inMs - HORIZON_MS / 2));
    }
    for (let slot = 0; slot < count; slot += 1) {
      const dueMs = firstMs + slot * intervalOf(rate);
      await sleep(dueMs - performance.now());
      const nowMs = performance.now();
      if (nowMs < this.#heldUntilMs) return;
      // The slots were assigned at some time between the request and its response.
      const lateMs = nowMs - (askedMs + inMs + slot * intervalOf(rate));
      if (lateMs > rate.perMs * LATE_SHARE && this.#givenUp < MAX_GIVEN_UP) {
        this.#givenUp += 1;
        return;
      }
      this.#givenUp = 0;
      this.#line[0]?.end({ ok: true });
    }
  }
}

async function sleep(ms: number): Promise<void> {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(Math.ceil(ms), MAX_TIMER_MS)));
}
