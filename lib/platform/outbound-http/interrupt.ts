import { setMaxListeners } from 'node:events';
import { OutboundFailure } from './outbound-failure';

/** A running operation that can be stopped from outside. */
interface Stoppable {
  stop(failure: OutboundFailure): void;
}

/** Combines the caller's signal with one timer per attempt, and stops the running operation at the first. */
export class Interrupt {
  private target: Stoppable | null = null;
  private timer: NodeJS.Timeout | null = null;
  private fired: OutboundFailure | null = null;

  constructor(private readonly signal: AbortSignal | undefined) {
    if (signal?.aborted) this.fired = cancelled();
    else if (signal) {
      // One run's signal may stop any number of requests; Node would report eleven listeners as a leak.
      setMaxListeners(0, signal);
      signal.addEventListener('abort', this.onAbort);
    }
  }

  /** Starts an attempt's timer. */
  arm(timeoutMs: number, failure: () => OutboundFailure): void {
    this.timer = setTimeout(() => this.fire(failure()), Math.max(0, timeoutMs));
  }

  disarm(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.target = null;
    if (this.fired?.code === 'TIMEOUT') this.fired = null;
  }

  /** Sets the operation to stop, and stops it immediately if the interrupt has fired. */
  watch(target: Stoppable): void {
    this.target = target;
    if (this.fired) target.stop(this.fired);
  }

  /** The failure once the caller has cancelled, else null. */
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
