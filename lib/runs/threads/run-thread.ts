import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { env } from '../../env';
import { AppError } from '../../errors';
import { logger } from '../../logger';
import type { OutboundResult } from '../../outbound-http/contract';
import { leaseOfProcess, onLeaseRenewed, thisProcess } from '../process-lease';
import type {
  FromThread,
  TaskResults,
  ThreadEvent,
  ThreadFailure,
  ThreadSettings,
  ThreadTask,
  ToThread,
} from './protocol';

/** A thread ended under its work, most likely because its values took more memory than it may use. */
export class ThreadLost extends Error {
  override readonly name = 'ThreadLost';

  constructor(readonly outOfMemory: boolean) {
    super(outOfMemory ? 'A thread ran out of memory.' : 'A thread ended under its work.');
  }
}

export interface TaskHooks {
  signal?: AbortSignal;
  onEvent?: (event: ThreadEvent) => void;
  /** Answers that come while the task runs, by the place of their request. */
  answers?: ReadonlyMap<number, Promise<OutboundResult>>;
}

interface Pending {
  resolve: (result: never) => void;
  reject: (cause: Error) => void;
  onEvent: ((event: ThreadEvent) => void) | undefined;
}

const BUNDLE = '.next/millrace/run-thread.mjs';
const SOURCE = 'scripts/lib/run-thread.mjs';
const YOUNG_MB = 32;
/** Beyond what a run may hold between two blocks, for what one of them does at a time: see `requireHeap`. */
const RESERVE_MB = 512;

/** One worker thread with a heap of its own: what outgrows it ends the thread, not the process. */
export class RunThread {
  readonly #worker: Worker;
  readonly #leaveLease: () => void;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #gone = false;

  constructor(
    heapMb: number,
    readonly onGone: (thread: RunThread) => void,
  ) {
    const bundled = env().NODE_ENV === 'production';
    const { id, timing } = thisProcess();
    const settings: ThreadSettings = { processId: id, timing, heapMb, renewedAtMs: leaseOfProcess() };
    this.#worker = new Worker(pathToFileURL(join(process.cwd(), bundled ? BUNDLE : SOURCE)), {
      name: 'runs',
      workerData: settings,
      resourceLimits: { maxOldGenerationSizeMb: heapMb + RESERVE_MB, maxYoungGenerationSizeMb: YOUNG_MB },
      execArgv: bundled ? ['--enable-source-maps'] : [],
    });
    this.#worker.on('message', (message: FromThread) => this.#hear(message));
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      const outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (!outOfMemory) logger('runs').error('a thread failed', { error });
      this.#lose(outOfMemory);
    });
    this.#worker.on('exit', () => this.#lose(false));
    this.#worker.unref();
    this.#leaveLease = onLeaseRenewed((renewedAtMs) => this.#post({ type: 'lease', renewedAtMs }));
  }

  get gone(): boolean {
    return this.#gone;
  }

  /** @throws AppError of a check; ThreadLost; an error that `databaseFault` knows */
  run<Task extends ThreadTask>(task: Task, hooks: TaskHooks = {}): Promise<TaskResults[Task['kind']]> {
    if (this.#gone) return Promise.reject(new ThreadLost(false));
    this.#lastId += 1;
    const id = this.#lastId;
    const { signal, onEvent, answers } = hooks;
    const cancel = (): void => this.#post({ type: 'cancel', id });
    const ended = new Promise<TaskResults[Task['kind']]>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, onEvent });
    }).finally(() => {
      this.#pending.delete(id);
      if (this.#pending.size === 0) this.#worker.unref();
      signal?.removeEventListener('abort', cancel);
    });
    this.#worker.ref();
    this.#post({ type: 'task', id, task }, bytesOf(task));
    for (const [index, answer] of answers ?? [])
      void answer.then((result) => this.#post({ type: 'answered', id, index, result }));
    signal?.addEventListener('abort', cancel, { once: true });
    if (signal?.aborted) cancel();
    return ended;
  }

  /** Ends it at once; its tasks are lost. */
  stop(): void {
    this.#lose(false);
  }

  #post(message: ToThread, moved: ArrayBuffer[] = []): void {
    if (!this.#gone) this.#worker.postMessage(message, moved);
  }

  #hear(message: FromThread): void {
    const pending = this.#pending.get(message.id);
    if (pending === undefined) return;
    if (message.type === 'event') pending.onEvent?.(message.event);
    else if (message.type === 'done') pending.resolve(message.result as never);
    else pending.reject(errorOf(message.failure));
  }

  #lose(outOfMemory: boolean): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#leaveLease();
    for (const { reject } of this.#pending.values()) reject(new ThreadLost(outOfMemory));
    void this.#worker.terminate();
    this.onGone(this);
  }
}

/** What the driver says when it can't connect, and when a connection was lost: whatever it was, here it means the same. */
const CODE_OF_FAULT = { 'not-done': '57P03', 'maybe-done': '08006' } as const;

function errorOf(failure: ThreadFailure): Error {
  if (failure.kind === 'expected') {
    const { code, message, issues, headers } = failure;
    return new AppError(code, message, { issues, headers });
  }
  if (failure.kind === 'out-of-memory') return new ThreadLost(true);
  if (failure.kind === 'defect') return new Error('A task failed in a thread.');
  const error = new Error('The database did not answer a thread.');
  return Object.assign(error, { code: CODE_OF_FAULT[failure.fault] });
}

/** Handed over, not copied: an input is of no use here any more. */
function bytesOf(task: ThreadTask): ArrayBuffer[] {
  return 'input' in task && task.input !== null ? [task.input.buffer as ArrayBuffer] : [];
}
