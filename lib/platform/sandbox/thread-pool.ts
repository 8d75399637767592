import { TurnQueue } from '../turn-queue';
import type { SandboxFiles } from './sandbox-files';
import { SandboxThread, type ThreadEnd, type ThreadWork } from './sandbox-thread';
import type { ThreadCall, ThreadCallAhead, ThreadSettings } from './thread-protocol';
import { compiledQuickJs } from './wasm-module';

/**
 * The end of a call: the thread's response, or the reason why there is none. Calls ahead are `not-run` when
 * the one before them gave no value that they can use.
 */
export type CallEnd = ThreadEnd | 'cancelled' | 'not-run';

export interface PoolOptions extends Omit<ThreadSettings, 'wasm'> {
  threads: number;
  burstThreads: number;
  /** By default those of the clone. */
  files?: SandboxFiles | undefined;
}

/** A call as requested: the pool assigns its id. */
export interface PoolCall extends Omit<ThreadCall, 'id' | 'ahead'> {
  ahead?: ReadonlyArray<Omit<ThreadCallAhead, 'id'>>;
}

interface Waiting {
  owner: string;
  call: ThreadCall;
  /** The call, then those ahead. */
  chain: readonly Pending[];
}

interface Pending extends ThreadWork {
  end: Promise<CallEnd>;
  finish: (end: CallEnd) => void;
  fail: (cause: unknown) => void;
}

/** When no thread has been free for this long another one starts, up to the maximum. */
const ALL_BUSY_MS = 100;

/**
 * Assigns calls to threads, one call a thread at a time. Owners of calls take turns, and each holds no more
 * threads than its share would be with one more owner: the next owner finds a thread soon.
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

  /** Returns the ends of the call and of each one ahead. Rejects only when no thread can be started. */
  submit(owner: string, { ahead = [], ...first }: PoolCall, signal: AbortSignal): Array<Promise<CallEnd>> {
    if (signal.aborted || this.#closed)
      return [first, ...ahead].map(() => Promise.resolve<CallEnd>('cancelled'));
    let open = 1 + ahead.length;
    const chain: Pending[] = [first, ...ahead].map(({ timeoutMs }) => this.#pendingOf(timeoutMs, settled));
    const cancel = () => {
      this.#drop(waiting);
      for (const call of chain) call.finish('cancelled');
    };
    function settled() {
      open -= 1;
      if (open > 0) return;
      signal.removeEventListener('abort', cancel);
      cancels.delete(cancel);
    }
    const cancels = this.#cancels;
    const id = (index: number) => chain[index]?.id ?? 0;
    const call: ThreadCall = { ...first, id: id(0) };
    if (ahead.length > 0) call.ahead = ahead.map((each, index) => ({ ...each, id: id(index + 1) }));
    const waiting: Waiting = { owner, call, chain };
    signal.addEventListener('abort', cancel, { once: true });
    cancels.add(cancel);
    this.#queue.push(owner, waiting);
    this.#assign();
    return chain.map(({ end }) => end);
  }

  #pendingOf(timeoutMs: number, settled: () => void): Pending {
    this.#lastId += 1;
    let finish: (end: CallEnd) => void = () => undefined;
    let fail: (cause: unknown) => void = () => undefined;
    const end = new Promise<CallEnd>((resolve, reject) => {
      finish = (found) => {
        settled();
        resolve(found);
      };
      fail = (cause) => {
        settled();
        reject(cause);
      };
    });
    return { id: this.#lastId, timeoutMs, end, finish, fail };
  }

  /** The number of calls that no thread has taken yet. */
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
      const { owner, call, chain } = next;
      free.pop()?.start(owner, call, chain);
      next = free.length > 0 ? this.#next() : undefined;
    }
    const starting = [...this.#threads].filter(({ starting }) => starting).length;
    if (this.#threads.size < this.#options.threads && starting < this.#queue.size) this.#spawn();
    this.#watch();
  }

  /** Returns the next call whose owner has fewer threads than its share. */
  #next(): Waiting | undefined {
    if (this.#queue.size === 0) return undefined;
    const held = new Map<string, number>();
    for (const { owner } of this.#threads) if (owner !== null) held.set(owner, (held.get(owner) ?? 0) + 1);
    const share = this.#shareBeside(held);
    return this.#queue.take((owner) => (held.get(owner) ?? 0) < share);
  }

  /** Returns the number of threads that an owner may have, counted with one more owner; at least 1. */
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

  /** Starts a spare thread if all are busy for a while, so that the next owner need not wait. */
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
    const { memoryBytes, maxOutputBytes, files } = this.#options;
    const settings = { wasm: compiledQuickJs(files?.quickJs), memoryBytes, maxOutputBytes };
    this.#threads.add(
      new SandboxThread(
        settings,
        {
          onIdle: (thread) => this.#welcome(thread),
          onEnded: (thread, cause) => this.#forget(thread, cause),
        },
        owner,
        files?.thread,
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
      // The next call should not wait for a thread to start. Until the new thread is ready, it counts for
      // the owner of the last call: that owner's next call must not take the thread meant for others.
      const { threads } = this.#options;
      if (this.#threads.size < (this.#queue.size > 0 ? this.#most : threads)) this.#spawn(thread.owner);
      this.#assign();
    } else if (this.#threads.size === 0) {
      for (const { chain } of this.#queue.drain()) for (const { fail } of chain) fail(cause);
    }
  }

  /** Removes a call from the queue, or stops the thread that runs it. */
  #drop(waiting: Waiting): void {
    if (this.#queue.remove(waiting.owner, waiting)) return;
    for (const thread of this.#threads) if (waiting.chain.some(({ id }) => thread.holds(id))) thread.stop();
  }
}
