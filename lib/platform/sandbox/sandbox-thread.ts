import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ThreadCall, ThreadReply, ThreadSettings } from './thread-protocol';

type Finished = Exclude<ThreadReply, { type: 'ready' }>;

/** The thread's response, or the way it was lost. */
export type ThreadEnd = Finished | 'out-of-memory' | 'overdue' | 'broken';

export interface ThreadEvents {
  /** Called when the thread can take a call; also after each call it survives. */
  onIdle: (thread: SandboxThread) => void;
  /** The thread has ended. `cause` is set when it was never ready, which is a defect of the installation. */
  onEnded: (thread: SandboxThread, cause: unknown) => void;
}

/** Loaded from the clone unless another is given: processes of the product, and tests, run in its root folder. */
const THREAD_FILE = 'lib/platform/sandbox/thread/main.mjs';

/** The thread stops itself at the time limit; this much later it is stopped from outside. */
const OVERDUE_MS = 500;

/**
 * Limits of V8 itself in the thread, besides the WebAssembly memory. The stack holds the frames of the
 * deepest recursion that QuickJS allows.
 */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 16 };

/** A call of a chain, as its caller sees it. */
export interface ThreadWork {
  id: number;
  timeoutMs: number;
  /** Called once, unless `stop` comes first; `not-run` when the thread doesn't reach the call. */
  finish: (reply: ThreadEnd | 'not-run') => void;
}

/** One worker thread: starting, then idle or busy with one call or chain of calls, finally ended. */
export class SandboxThread {
  readonly #worker: Worker;
  readonly #events: ThreadEvents;
  #ready = false;
  #ended = false;
  /** The running call first, then those that may follow it. */
  #chain: ThreadWork[] = [];
  #overdue: NodeJS.Timeout | undefined;
  #owner: string | null;

  /** `owner`: the owner it counts for until it can take a call; null for none. `program`: its file. */
  constructor(
    settings: ThreadSettings,
    events: ThreadEvents,
    owner: string | null,
    program = pathToFileURL(join(process.cwd(), THREAD_FILE)),
  ) {
    this.#owner = owner;
    this.#events = events;
    this.#worker = new Worker(program, {
      name: 'sandbox',
      workerData: settings,
      resourceLimits: RESOURCE_LIMITS,
      // Nothing of this process is passed on: neither its environment nor the loaders it was started with.
      env: {},
      argv: [],
      execArgv: [],
      stdin: false,
      stdout: true,
      stderr: true,
    });
    this.#worker.on('message', (reply: ThreadReply) => this.#hear(reply));
    this.#worker.on('error', (error) => this.#lose(error));
    this.#worker.on('exit', () => this.#lose(new Error('The sandbox thread ended before it was ready.')));
  }

  get starting(): boolean {
    return !this.#ready && !this.#ended;
  }

  /** Returns true if it runs that call or may run it next. */
  holds(callId: number): boolean {
    return this.#chain.some(({ id }) => id === callId);
  }

  /** The owner of the current call or, once the thread has ended, of its last call; null while it is free. */
  get owner(): string | null {
    return this.#owner;
  }

  get idle(): boolean {
    return this.#ready && !this.#ended && this.#chain.length === 0;
  }

  /** Runs `call`. `chain`: the call and those ahead of it, in order. */
  start(owner: string, call: ThreadCall, chain: readonly ThreadWork[]): void {
    this.#chain = [...chain];
    this.#owner = owner;
    this.#worker.ref();
    this.#worker.postMessage(call);
    this.#watch();
  }

  /** Ends the thread immediately, whatever it is doing; its calls get no response. */
  stop(): void {
    this.#chain = [];
    this.#end(null);
  }

  #watch(): void {
    const [call] = this.#chain;
    if (!call) return;
    // The response may already be queued behind a busy event loop: it is read before the thread is stopped.
    this.#overdue = setTimeout(() => setImmediate(() => this.#giveUp(call.id)), call.timeoutMs + OVERDUE_MS);
  }

  #hear(reply: ThreadReply): void {
    if (this.#ended) return;
    if (reply.type === 'ready') {
      this.#ready = true;
      this.#owner = null;
      // An idle thread keeps no process alive.
      this.#worker.unref();
      this.#events.onIdle(this);
      return;
    }
    if (this.#chain[0]?.id !== reply.id) return;
    clearTimeout(this.#overdue);
    const call = this.#chain.shift();
    if (reply.goesOn) {
      this.#watch();
      call?.finish(reply);
      return;
    }
    this.#worker.unref();
    call?.finish(reply);
    this.#dismiss('not-run');
    if (reply.usedUp) this.#end(null);
    else {
      this.#owner = null;
      this.#events.onIdle(this);
    }
  }

  #giveUp(callId: number): void {
    if (this.#chain[0]?.id !== callId) return;
    this.#dismiss('overdue');
    this.stop();
  }

  /** Ends the running call with `end`, if there is one, and the others with `not-run`. */
  #dismiss(end: ThreadEnd | 'not-run'): void {
    for (const [index, { finish }] of this.#chain.splice(0).entries()) finish(index === 0 ? end : 'not-run');
  }

  #lose(error: Error): void {
    if (this.#ended) return;
    const outOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    this.#dismiss(outOfMemory ? 'out-of-memory' : 'broken');
    this.#end(this.#ready ? null : error);
  }

  #end(cause: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#overdue);
    void this.#worker.terminate();
    this.#events.onEnded(this, cause);
  }
}
