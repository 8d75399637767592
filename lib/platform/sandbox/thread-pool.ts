import { SandboxThread, type ThreadEnd } from './sandbox-thread';
import type { ThreadCall, ThreadSettings } from './thread-protocol';
import { compiledQuickJs } from './wasm-module';

/** How a call ended: the thread's answer, or why there is none. */
export type CallEnd = ThreadEnd | 'cancelled';

export interface PoolOptions extends Omit<ThreadSettings, 'wasm'> {
  threads: number;
  burstThreads: number;
}

interface Waiting {
  call: ThreadCall;
  settle: (end: CallEnd) => void;
  fail: (cause: unknown) => void;
}

/**
 * A call that waited so long behind others gets a further thread, so that two endless loops don't stop
 * everyone.
 */
const BURST_AFTER_MS = 100;

/** Hands calls to threads, first come first served, one call a thread at a time. */
export class ThreadPool {
  readonly #options: PoolOptions;
  readonly #threads = new Set<SandboxThread>();
  readonly #queue: Waiting[] = [];
  readonly #cancels = new Set<() => void>();
  #lastId = 0;
  #burst: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Rejects only when no thread can be started at all. */
  submit(call: Omit<ThreadCall, 'id'>, signal: AbortSignal): Promise<CallEnd> {
    if (signal.aborted || this.#closed) return Promise.resolve('cancelled');
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const cancel = () => {
        this.#drop(id);
        waiting.settle('cancelled');
      };
      const done = () => {
        signal.removeEventListener('abort', cancel);
        this.#cancels.delete(cancel);
      };
      const waiting: Waiting = {
        call: { ...call, id },
        settle: (end) => {
          done();
          resolve(end);
        },
        fail: (cause) => {
          done();
          reject(cause);
        },
      };
      signal.addEventListener('abort', cancel, { once: true });
      this.#cancels.add(cancel);
      this.#queue.push(waiting);
      this.#assign();
    });
  }

  /** Calls that no thread has taken yet. */
  get waiting(): number {
    return this.#queue.length;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#burst);
    for (const cancel of [...this.#cancels]) cancel();
    for (const thread of [...this.#threads]) thread.stop();
  }

  #assign(): void {
    for (const thread of this.#threads) {
      if (this.#queue.length === 0) break;
      if (!thread.idle) continue;
      const { call, settle } = this.#queue.shift() as Waiting;
      thread.start(call, settle);
    }
    if (this.#queue.length === 0) {
      clearTimeout(this.#burst);
      this.#burst = undefined;
      return;
    }
    const starting = [...this.#threads].filter(({ starting }) => starting).length;
    if (this.#threads.size < this.#options.threads && starting < this.#queue.length) this.#spawn();
    this.#burst ??= setTimeout(() => this.#addBurstThread(), BURST_AFTER_MS);
  }

  #addBurstThread(): void {
    this.#burst = undefined;
    const { threads, burstThreads } = this.#options;
    const starting = [...this.#threads].some((thread) => thread.starting);
    if (!starting && this.#threads.size < threads + burstThreads) this.#spawn();
    this.#assign();
  }

  #spawn(): void {
    const { memoryBytes, maxOutputBytes } = this.#options;
    const settings = { wasm: compiledQuickJs(), memoryBytes, maxOutputBytes };
    this.#threads.add(
      new SandboxThread(settings, {
        onIdle: (thread) => this.#welcome(thread),
        onGone: (thread, cause) => this.#forget(thread, cause),
      }),
    );
  }

  #welcome(thread: SandboxThread): void {
    this.#assign();
    if (thread.idle && this.#threads.size > this.#options.threads) thread.stop();
  }

  #forget(thread: SandboxThread, cause: unknown): void {
    this.#threads.delete(thread);
    if (this.#closed) return;
    if (cause === null) {
      // The next call should not have to wait for a thread to start.
      if (this.#threads.size < this.#options.threads) this.#spawn();
      this.#assign();
    } else if (this.#threads.size === 0) {
      for (const { fail } of this.#queue.splice(0)) fail(cause);
    }
  }

  /** Takes a call out of the queue, or stops the thread that runs it. */
  #drop(id: number): void {
    const place = this.#queue.findIndex(({ call }) => call.id === id);
    if (place >= 0) this.#queue.splice(place, 1);
    else for (const thread of this.#threads) if (thread.callId === id) thread.stop();
  }
}
