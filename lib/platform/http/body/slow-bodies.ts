/** An arriving body, as `SlowBodies` sees it. */
export interface ArrivingBody {
  /** Bytes received so far. */
  readonly receivedBytes: number;
  /** Returns true if data may be missing since the last look only because nothing was read. */
  wasHeldUp(): boolean;
  /** Aborts the body. */
  tooSlow(): void;
}

const LOOK_EVERY_MS = 1_000;
const LOOKS_A_WINDOW = 10;
const WINDOW_SECONDS = (LOOKS_A_WINDOW * LOOK_EVERY_MS) / 1_000;

interface Window {
  looks: number;
  receivedBefore: number;
}

/**
 * Aborts bodies that arrive more slowly than a minimum rate, averaged over windows of ten seconds. It
 * counts its own looks instead of reading a clock: while the event loop is blocked nothing can be read, and
 * no sender is blamed for that.
 */
export class SlowBodies {
  readonly #windows = new Map<ArrivingBody, Window>();

  constructor(readonly minBytesPerSecond: number) {}

  /** Starts the looks; they don't keep the process alive. */
  start(): this {
    setInterval(() => this.look(), LOOK_EVERY_MS).unref();
    return this;
  }

  add(body: ArrivingBody): void {
    this.#windows.set(body, { looks: 0, receivedBefore: 0 });
  }

  remove(body: ArrivingBody): void {
    this.#windows.delete(body);
  }

  /** Called once a second. */
  look(): void {
    const least = this.minBytesPerSecond * WINDOW_SECONDS;
    for (const [body, window] of this.#windows) {
      window.looks += 1;
      if (body.wasHeldUp()) Object.assign(window, { looks: 0, receivedBefore: body.receivedBytes });
      if (window.looks < LOOKS_A_WINDOW) continue;
      const received = body.receivedBytes - window.receivedBefore;
      if (received < least) body.tooSlow();
      else Object.assign(window, { looks: 0, receivedBefore: body.receivedBytes });
    }
  }
}
