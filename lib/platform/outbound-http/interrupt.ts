import { setMaxListeners } from 'node:events';
import { OutboundFailure } from './outbound-failure';

/** Whatever is running now and can be ended from outside. */
interface Stoppable {
  stop(failure: OutboundFailure): void;
}

/** Joins the caller's signal and one timer per attempt, and passes the first of them to what is running. */
export class Interrupt {
  private target: Stoppable | null = null;
  private timer: NodeJS.Timeout | null = null;
  private fired: OutboundFailure | null = null;

  constructor(private readonly signal: AbortSignal | undefined) {
    if (signal?.aborted) this.fired = cancelled();
    else if (signal) {
      // One run's signal may stop any number of requests; Node would take eleven listeners for a leak.
      setMaxListeners(0, signal);
      signal.addEventListener('abort', this.onAbort);
    }
  }

  /** Starts an attempt's clock. */
  arm(timeoutMs: number, failure: () => OutboundFailure): void {
    this.timer = setTimeout(() => this.fire(failure()), Math.max(0, timeoutMs));
  }

  disarm(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.target = null;
    if (this.fired?.code === 'TIMEOUT') this.fired = null;
  }

  /** What is stopped from now on; at once if it is already too late. */
  watch(target: Stoppable): void {
    this.target = target;
    if (this.fired) target.stop(this.fired);
  }

  /** Set once the caller has cancelled. */
  get cancelled(): OutboundFailure | null {
    return this.fired?.code === 'CANCELLED' ? this.fired : null;
  }

  close(): void {
    this.disarm();
    this.signal?.removeEventListener('abort', this.onAbort);
  }

  private readonly onAbort = () => this.fire(cancelled());

  private fire(failure: OutboundFailure): void {
    this.fired ??= failure;
    this.target?.stop(failure);
  }
}

function cancelled(): OutboundFailure {
  return new OutboundFailure('CANCELLED', 'The request was cancelled because the run was.', 'cancelled');
}
