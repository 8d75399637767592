import { env } from '../../env';
import { AppError } from '../../errors';
import { processSingleton } from '../../process-singleton';
import type { DeskTask, RunTask, TaskResults } from './protocol';
import { RunThread, type TaskHooks } from './run-thread';

/** What the values of one run may take, all told. */
export const RUN_HEAP_MB = 384;
/** Checks and writes bodies; one at a time is held as values. */
const DESK_HEAP_MB = 512;
const MOST_THREADS = 16;
/** Of runs that wait for a thread, and of bodies at the desk. */
const MAX_WAITING_BYTES = 128 * 1024 * 1024;
const RETRY_AFTER_SECONDS = '5';
/** A thread that has had nothing to do for so long gives its memory back. */
const IDLE_MS = 30_000;

/**
 * Threads for what would stop the event loop: each runs one execution with large values, as many at once as RUN_MEMORY_MB has room
 * for; one more, the desk, checks and stores large bodies.
 */
export class RunThreads {
  readonly most: number;
  readonly #idle: Array<{ thread: RunThread; timer: NodeJS.Timeout }> = [];
  readonly #busy = new Set<RunThread>();
  readonly #queue: Array<(thread: RunThread) => void> = [];
  #desk: RunThread | null = null;
  #waitingBytes = 0;

  constructor(
    memoryMb: number,
    readonly heapMb = RUN_HEAP_MB,
  ) {
    this.most = Math.min(MOST_THREADS, Math.max(1, Math.floor(memoryMb / heapMb)));
  }

  /** How many more runs could start at once. */
  get free(): number {
    return Math.max(0, this.most - this.#busy.size - this.#queue.length);
  }

  /** Whether a run with so many bytes may wait for its turn. */
  hasRoomFor(bytes: number): boolean {
    return this.#waitingBytes === 0 || this.#waitingBytes + bytes <= MAX_WAITING_BYTES;
  }

  /** @throws AppError unavailable */
  requireRoomFor(bytes: number): void {
    if (!this.hasRoomFor(bytes)) throw memoryFull();
  }

  /** `bytes`: what it holds while it waits; ask `hasRoomFor` first. @throws ThreadLost */
  async run(task: RunTask, bytes: number, hooks: TaskHooks): Promise<TaskResults['run']> {
    const thread = await this.#holding(bytes, () => this.#take());
    try {
      return await thread.run(task, hooks);
    } finally {
      this.#busy.delete(thread);
      this.#offer(thread);
    }
  }

  /** @throws AppError invalid_request, unavailable; ThreadLost */
  async atDesk<Task extends DeskTask>(task: Task, bytes: number): Promise<TaskResults[Task['kind']]> {
    this.requireRoomFor(bytes);
    return this.#holding(bytes, () => {
      this.#desk ??= new RunThread(DESK_HEAP_MB, () => {
        this.#desk = null;
      });
      return this.#desk.run(task);
    });
  }

  /** Ends what is idle. A run that is still under way ends with the process, and is taken over. */
  close(): void {
    for (const { thread } of [...this.#idle]) thread.stop();
    this.#desk?.stop();
  }

  async #holding<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    this.#waitingBytes += bytes;
    try {
      return await work();
    } finally {
      this.#waitingBytes -= bytes;
    }
  }

  #take(): Promise<RunThread> {
    const idle = this.#idle.pop();
    if (idle !== undefined) {
      clearTimeout(idle.timer);
      this.#busy.add(idle.thread);
      return Promise.resolve(idle.thread);
    }
    if (this.#busy.size < this.most) {
      const made = this.#make();
      this.#busy.add(made);
      return Promise.resolve(made);
    }
    return new Promise((take) => this.#queue.push(take));
  }

  #make(): RunThread {
    return new RunThread(this.heapMb, (thread) => {
      const place = this.#idle.findIndex((each) => each.thread === thread);
      if (place >= 0) clearTimeout(this.#idle.splice(place, 1)[0]!.timer);
    });
  }

  /** To the next in line, or aside for a while. */
  #offer(thread: RunThread): void {
    const next = this.#queue.shift();
    const usable = thread.gone ? null : thread;
    if (next !== undefined) {
      const given = usable ?? this.#make();
      this.#busy.add(given);
      next(given);
      return;
    }
    if (usable === null) return;
    const timer = setTimeout(() => usable.stop(), IDLE_MS).unref();
    this.#idle.push({ thread: usable, timer });
  }
}

export const runThreads = (): RunThreads =>
  processSingleton('run-threads', () => new RunThreads(env().RUN_MEMORY_MB));

const memoryFull = (): AppError =>
  new AppError(
    'unavailable',
    'The server holds as many large bodies as it has memory for. Send it again in a few seconds.',
    { headers: { 'retry-after': RETRY_AFTER_SECONDS } },
  );
