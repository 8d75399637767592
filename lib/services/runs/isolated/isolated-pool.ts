import { env } from '../../../platform/env';
import { AppError } from '../../../platform/errors';
import { FairGate } from '../../../platform/fair-gate';
import { WorkTurns } from '../../../platform/http/body/work-turns';
import { processSingleton } from '../../../platform/process-singleton';
import { RUN_OUT_OF_MEMORY } from '../shapes/out-of-memory';
import { IsolatedProcess, type TaskHooks } from './isolated-process';
import type { BodyProcessTask, LongTask, TaskResults } from './protocol';

/** Megabytes that all values of one run may take together. */
export const RUN_HEAP_MB = 384;
/** Checks and writes bodies; one at a time is held as values. */
const BODY_PROCESS_HEAP_MB = 512;
const MOST_AT_ONCE = 16;
/** Bytes of runs that wait for a process, and of bodies in the body process. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;
/** Bytes for copies of bodies in the body process and on their way to it: enough for one of the largest. */
const BODY_WORK_BYTES = 64 * 1024 * 1024;
const RETRY_AFTER_SECONDS = '5';
/** A process that has had nothing to do for so long gives its memory back. */
const IDLE_MS = 30_000;

/**
 * Processes for work that would stop the event loop: each runs one execution with large values, as many at
 * a time as RUN_MEMORY_MB has room for; one more, the body process, checks and stores large bodies. Workspaces
 * take turns, and none holds the last process.
 */
export class IsolatedPool {
  readonly most: number;
  readonly #idle: Array<{ one: IsolatedProcess; timer: NodeJS.Timeout }> = [];
  /** A visit that has entered has a process. */
  readonly #gate: FairGate;
  #bodyProcess: IsolatedProcess | null = null;
  readonly #deskTurns = new WorkTurns(BODY_WORK_BYTES);
  #waitingBytes = 0;

  constructor(
    memoryMb: number,
    readonly heapMb = RUN_HEAP_MB,
  ) {
    this.most = Math.min(MOST_AT_ONCE, Math.max(1, Math.floor(memoryMb / heapMb)));
    this.#gate = new FairGate({ limit: this.most, ownLimit: Math.max(1, this.most - 1) });
  }

  /** The number of further runs that could start immediately. */
  get free(): number {
    return Math.max(0, this.most - this.#gate.held - this.#gate.waiting);
  }

  /** Returns true if a run with so many bytes may wait for its turn. */
  hasRoomFor(bytes: number): boolean {
    return this.#waitingBytes === 0 || this.#waitingBytes + bytes <= MAX_WAITING_BYTES;
  }

  /** @throws AppError unavailable */
  requireRoomFor(bytes: number): void {
    if (!this.hasRoomFor(bytes)) throw memoryFull();
  }

  /** `bytes`: what it holds while it waits; ask `hasRoomFor` first. @throws ProcessLost */
  async run<Task extends LongTask>(
    task: Task,
    bytes: number,
    hooks: TaskHooks,
  ): Promise<TaskResults[Task['kind']]> {
    const visit = this.#gate.visit(ownerOf(task));
    try {
      await this.#holding(bytes, () => visit.entered);
      return await this.#runIn(this.#takeProcess(), task, hooks);
    } finally {
      visit.leave();
    }
  }

  async #runIn<Task extends LongTask>(
    one: IsolatedProcess,
    task: Task,
    hooks: TaskHooks,
  ): Promise<TaskResults[Task['kind']]> {
    let isFull = false;
    try {
      const result = await one.run(task, hooks);
      isFull = 'errorCode' in result && result.errorCode === RUN_OUT_OF_MEMORY;
      return result;
    } finally {
      // The next run is to find all of its memory.
      if (isFull) one.stop();
      else this.#putAside(one);
    }
  }

  /** @throws AppError invalid_request, unavailable; ProcessLost */
  async runInBodyProcess<Task extends BodyProcessTask>(
    task: Task,
    bytes: number,
  ): Promise<TaskResults[Task['kind']]> {
    this.requireRoomFor(bytes);
    if (bytes === 0) return this.#deskProcess().run(task);
    return this.#holding(bytes, async () => {
      const turn = this.#deskTurns.take('', bytes);
      try {
        await turn.granted;
        return await this.#deskProcess().run(task);
      } finally {
        turn.end();
      }
    });
  }

  #deskProcess(): IsolatedProcess {
    this.#bodyProcess ??= new IsolatedProcess(BODY_PROCESS_HEAP_MB, () => {
      this.#bodyProcess = null;
    });
    return this.#bodyProcess;
  }

  /** Ends what is idle. A run that is still under way ends with the process, and is taken over. */
  close(): void {
    for (const { one } of [...this.#idle]) one.stop();
    this.#bodyProcess?.stop();
  }

  async #holding<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    this.#waitingBytes += bytes;
    try {
      return await work();
    } finally {
      this.#waitingBytes -= bytes;
    }
  }

  /** Returns the process that was idle last, or a new one. */
  #takeProcess(): IsolatedProcess {
    const idle = this.#idle.pop();
    clearTimeout(idle?.timer);
    return idle?.one ?? this.#make();
  }

  #make(): IsolatedProcess {
    return new IsolatedProcess(this.heapMb, (one) => {
      const place = this.#idle.findIndex((each) => each.one === one);
      if (place >= 0) clearTimeout(this.#idle.splice(place, 1)[0]!.timer);
    });
  }

  /** Keeps the process for a while, because the next run may need it. */
  #putAside(one: IsolatedProcess): void {
    if (one.exited) return;
    const timer = setTimeout(() => one.stop(), IDLE_MS).unref();
    this.#idle.push({ one, timer });
  }
}

function ownerOf(task: LongTask): string {
  if (task.kind === 'run') return task.row.workspaceId;
  return task.kind === 'alone' ? task.found.workspaceId : task.workspaceId;
}

export const isolatedPool = (): IsolatedPool =>
  processSingleton('isolated-processes', () => new IsolatedPool(env().RUN_MEMORY_MB));

const memoryFull = (): AppError =>
  new AppError(
    'unavailable',
    'The server’s memory for large bodies is full. Send it again in a few seconds.',
    { headers: { 'retry-after': RETRY_AFTER_SECONDS } },
  );
