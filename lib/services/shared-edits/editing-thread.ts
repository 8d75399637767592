import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { env } from '../../platform/env';
import { AppError } from '../../platform/errors';
import { logger } from '../../platform/logging/logger';
import type { FromThread, TaskResults, ThreadTask } from './thread-protocol';

const BUNDLE = '.next/millrace/editing-thread.mjs';
const SOURCE = 'scripts/lib/editing-thread.mjs';
/** Joins without `path.join`, which the pages' bundler resolves, taking the file for one of their modules. */
const inProject = (file: string): string => [process.cwd(), file].join('/');

export interface ThreadLimits {
  /** Of one task. */
  limitMs: number;
  heapMb: number;
}

interface Waiting {
  task: ThreadTask;
  resolve: (result: never) => void;
  reject: (cause: Error) => void;
}

/**
 * One thread that holds shared documents and does tasks with them, one at a time: however long Yjs takes for
 * one, the event loop goes on. One that takes longer or more memory than the limits ends the thread.
 */
export class EditingThread {
  readonly #worker: Worker;
  readonly #limitMs: number;
  readonly #waiting: Waiting[] = [];
  #current: Waiting | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isReady = false;
  #hasEnded = false;

  constructor({ limitMs, heapMb }: ThreadLimits) {
    this.#limitMs = limitMs;
    const isBundled = env().NODE_ENV !== 'development';
    this.#worker = new Worker(pathToFileURL(inProject(isBundled ? BUNDLE : SOURCE)), {
      name: 'editing',
      execArgv: isBundled ? ['--enable-source-maps'] : [],
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    this.#worker.on('message', (message: FromThread) => this.#hear(message));
    this.#worker.on('error', (error) => this.#lose(error));
    this.#worker.on('exit', () => this.#lose(new Error('The thread ended.')));
    // The requests that wait for it keep the process alive.
    this.#worker.unref();
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** @throws AppError of the task; payload_too_large, when it takes too long; unavailable, when another did */
  run<Task extends ThreadTask>(task: Task): Promise<TaskResults[Task['kind']]> {
    if (this.#hasEnded) return Promise.reject(threadLost());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, resolve, reject });
      this.#begin();
    });
  }

  /** Drops an open document. */
  close(workflowId: string): void {
    if (!this.#hasEnded) this.#worker.postMessage({ kind: 'close', workflowId } satisfies ThreadTask);
  }

  #begin(): void {
    if (!this.#isReady || this.#current !== null) return;
    this.#current = this.#waiting.shift() ?? null;
    if (this.#current === null) return;
    this.#worker.postMessage(this.#current.task);
    // The answer may already be queued behind a busy event loop: it is read before the thread is ended.
    const begun = this.#current;
    this.#timer = setTimeout(() => setImmediate(() => this.#giveUp(begun)), this.#limitMs);
  }

  #hear(message: FromThread): void {
    if (message.type === 'ready') this.#isReady = true;
    else {
      clearTimeout(this.#timer);
      const done = this.#current;
      this.#current = null;
      if (message.type === 'done') done?.resolve(message.result as never);
      else done?.reject(errorOf(message));
    }
    this.#begin();
  }

  #giveUp(begun: Waiting): void {
    if (this.#current !== begun) return;
    const { task, reject } = begun;
    logger('edits').warn('edits took too long', { workflowId: task.workflowId, limitMs: this.#limitMs });
    this.#current = null;
    reject(
      new AppError('payload_too_large', 'These edits take too long to be merged. Change less at a time.'),
    );
    this.#lose(new Error('The thread was ended.'));
  }

  #lose(cause: Error): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    if (this.#current !== null || !this.#isReady)
      logger('edits').error('the thread for edits ended', { error: cause });
    const outOfMemory = 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
    this.#current?.reject(
      outOfMemory ? new AppError('payload_too_large', 'These edits take too much memory.') : threadLost(),
    );
    for (const { reject } of this.#waiting) reject(threadLost());
    void this.#worker.terminate();
  }
}

function errorOf(message: Extract<FromThread, { type: 'refused' | 'failed' }>): Error {
  if (message.type === 'failed') return new Error('A task with edits failed.', { cause: message.error });
  const { code, message: words, issues } = message.failure;
  return new AppError(code, words, { issues });
}

const threadLost = (): AppError =>
  new AppError('unavailable', 'The edits could not be merged at the moment. Try again.', {
    headers: { 'retry-after': '1' },
  });
