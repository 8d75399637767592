import { TurnQueue } from '../turn-queue';
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
  owner: string;
  call: ThreadCall;
  settle: (end: CallEnd) => void;
  fail: (cause: unknown) => void;
}

/** When no thread has been free for so long another one starts, up to the most there may be. */
const ALL_BUSY_MS = 100;

/**
 * Hands calls to threads, one call a thread at a time. Owners of calls take turns, and each holds no more
 * threads than would be its share if one more owner came: whoever comes next finds a thread soon.
 */
export class ThreadPool {
  readonly #options: PoolOptions;
  readonly #threads = new Set<SandboxThread>();
  readonly #queue = new TurnQueue<Waiting>();
  readonly #cancels = new Set<() => void>();
  #lastId = 0;
  #allBusy: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Rejects only when no thread can be started at all. */
  submit(owner: string, call: Omit<ThreadCall, 'id'>, signal: AbortSignal): Promise<CallEnd> {
    if (signal.aborted || this.#closed) return Promise.resolve('cancelled');
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const cancel = () => {
        this.#drop(waiting);
        waiting.settle('cancelled');
      };
      const done = () => {
        signal.removeEventListener('abort', cancel);
        this.#cancels.delete(cancel);
      };
      const waiting: Waiting = {
        owner,
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
      this.#queue.push(owner, waiting);
      this.#assign();
    });
  }

  /** Calls that no thread has taken yet. */
  get waiting(): number {
    return this.#queue.size;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#allBusy);
    for (const cancel of [...this.#cancels]) cancel();
    for (const thread of [...this.#threads]) thread.stop();
  }

  #assign(): void {
    const free = [...this.#threads].filter(({ idle }) => idle);
    let next = free.length > 0 ? this.#next() : undefined;
    while (next !== undefined) {
      const { owner, call, settle } = next;
      free.pop()?.start(owner, call, settle);
      next = free.length > 0 ? this.#next() : undefined;
    }
    const starting = [...this.#threads].filter(({ starting }) => starting).length;
    if (this.#threads.size < this.#options.threads && starting < this.#queue.size) this.#spawn();
    this.#watch();
  }

  /** The next call whose owner has fewer threads than its share. */
  #next(): Waiting | undefined {
    if (this.#queue.size === 0) return undefined;
    const held = new Map<string, number>();
    for (const { owner } of this.#threads) if (owner !== null) held.set(owner, (held.get(owner) ?? 0) + 1);
    const share = this.#shareBeside(held);
    return this.#queue.take((owner) => (held.get(owner) ?? 0) < share);
  }

  /** How many threads an owner may have, counted as if one more owner came; at least 1. */
  #shareBeside(held: ReadonlyMap<string, number>): number {
    let owners = held.size;
    for (const owner of this.#queue.owners()) {
      // With more owners than this the share stays 1: thousands may wait, and this runs for every call.
      if (this.#most < 2 * (owners + 1)) return 1;
      if (!held.has(owner)) owners += 1;
    }
    return Math.max(1, Math.floor(this.#most / (owners + 1)));
  }

  get #most(): number {
    return this.#options.threads + this.#options.burstThreads;
  }

  /** Calls may last: who comes next should find a thread that has already started. */
  #watch(): void {
    const hasSpare = [...this.#threads].some(({ idle, starting }) => idle || starting);
    if (hasSpare || this.#threads.size === 0 || this.#threads.size >= this.#most) {
      clearTimeout(this.#allBusy);
      this.#allBusy = undefined;
      return;
    }
    this.#allBusy ??= setTimeout(() => {
      this.#allBusy = undefined;
      this.#spawn();
    }, ALL_BUSY_MS).unref();
  }

  #spawn(owner: string | null = null): void {
    const { memoryBytes, maxOutputBytes } = this.#options;
    const settings = { wasm: compiledQuickJs(), memoryBytes, maxOutputBytes };
    this.#threads.add(
      new SandboxThread(
        settings,
        {
          onIdle: (thread) => this.#welcome(thread),
          onEnded: (thread, cause) => this.#forget(thread, cause),
        },
        owner,
      ),
    );
  }

  #welcome(thread: SandboxThread): void {
    this.#assign();
    const idle = [...this.#threads].filter((each) => each.idle).length;
    if (thread.idle && idle > 1 && this.#threads.size > this.#options.threads) thread.stop();
  }

  #forget(thread: SandboxThread, cause: unknown): void {
    this.#threads.delete(thread);
    if (this.#closed) return;
    if (cause === null) {
      // The next call should not have to wait for a thread to start. Until it has, it counts for the owner
      // who used up the one before: the owner's next call must not take the thread that others would find.
      const { threads } = this.#options;
      if (this.#threads.size < (this.#queue.size > 0 ? this.#most : threads)) this.#spawn(thread.owner);
      this.#assign();
    } else if (this.#threads.size === 0) {
      for (const { fail } of this.#queue.drain()) fail(cause);
    }
  }

  /** Takes a call out of the queue, or stops the thread that runs it. */
  #drop(waiting: Waiting): void {
    if (this.#queue.remove(waiting.owner, waiting)) return;
    for (const thread of this.#threads) if (thread.callId === waiting.call.id) thread.stop();
  }
}
