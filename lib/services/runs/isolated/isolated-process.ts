import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { constants, getPriority, setPriority } from 'node:os';
import { env } from '../../../platform/env';
import { AppError } from '../../../platform/errors';
import { logger } from '../../../platform/logging/logger';
import type { OutboundResult } from '../../../platform/outbound-http/contract';
import { leaseOfProcess, onLeaseRenewed, thisProcess } from '../../../platform/postgres/process-lease';
import type {
  FromProcess,
  ProcessEvent,
  ProcessFailure,
  ProcessTask,
  TaskResults,
  ToProcess,
} from './protocol';

type LostFor = 'out-of-memory' | 'stood-still' | 'other';

/** A process ended under its work, most likely because its values took more memory than it may use. */
export class ProcessLost extends Error {
  override readonly name = 'ProcessLost';

  constructor(readonly reason: LostFor) {
    super(`A process for runs ended under its work: ${reason}.`);
  }
}

export interface TaskHooks {
  signal?: AbortSignal;
  onEvent?: (event: ProcessEvent) => void;
  /** Answers that come while the task runs, by the place of their request. */
  answers?: ReadonlyMap<number, Promise<OutboundResult>>;
}

interface Pending {
  resolve: (result: never) => void;
  reject: (cause: Error) => void;
  onEvent: ((event: ProcessEvent) => void) | undefined;
}

const BUNDLE = '.next/millrace/isolated-process.mjs';
const SOURCE = 'scripts/lib/isolated-process.mjs';
/** Joins without `path.join`, which the pages' bundler resolves, taking the file for one of their modules. */
const inProject = (file: string): string => [process.cwd(), file].join('/');
/** Three times this is the garbage of a moment: what lives long here are few large texts. */
const YOUNG_MB = 8;
/** Beyond what a run may hold between two blocks, for what one of them does at a time: see `requireHeap`. */
const RESERVE_MB = 512;
/**
 * Below the process that it belongs to; low enough to let it go first, high enough to keep the time limits of
 * requests.
 */
const NICENESS = 10;
/** The characters of stderr that are kept, because the last lines of a process tell why it ended. */
const KEPT_WORDS = 16 * 1024;
/** The signal with which its watcher ends it (`lib/platform/event-loop`). */
const STOOD_STILL = 'SIGALRM';
/** V8's message when its heap has no room left. */
const HEAP_IS_FULL = 'heap out of memory';

/**
 * One process that does nothing but tasks, with a heap, a collector and locks of its own: neither its work
 * nor its end is felt by the event loop of the process that it belongs to.
 */
export class IsolatedProcess {
  readonly #child: ChildProcess;
  readonly #leaveLease: () => void;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #exited = false;
  #words = '';

  constructor(
    heapMb: number,
    readonly onExited: (one: IsolatedProcess) => void,
  ) {
    const bundled = env().NODE_ENV !== 'development';
    this.#child = fork(inProject(bundled ? BUNDLE : SOURCE), {
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
      execArgv: [
        `--max-old-space-size=${heapMb + RESERVE_MB}`,
        `--max-semi-space-size=${YOUNG_MB}`,
        ...(bundled ? ['--enable-source-maps'] : []),
      ],
    });
    this.#yieldToOthers();
    this.#child.on('message', (message: FromProcess) => this.#hear(message));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#words = (this.#words + text).slice(-KEPT_WORDS);
    });
    this.#child.on('error', (error) => {
      logger('runs').error('a process for runs failed', { error });
      this.#lose('other');
    });
    this.#child.on('close', (exitCode, signal) => this.#end(exitCode, signal));
    this.#hold(false);
    const { id, timing } = thisProcess();
    this.#post({ type: 'begin', settings: { processId: id, timing, heapMb, renewedAtMs: leaseOfProcess() } });
    this.#leaveLease = onLeaseRenewed((renewedAtMs) => this.#post({ type: 'lease', renewedAtMs }));
  }

  get exited(): boolean {
    return this.#exited;
  }

  /** @throws AppError of a check; ProcessLost; an error that `databaseFault` knows */
  run<Task extends ProcessTask>(task: Task, hooks: TaskHooks = {}): Promise<TaskResults[Task['kind']]> {
    if (this.#exited) return Promise.reject(new ProcessLost('other'));
    this.#lastId += 1;
    const id = this.#lastId;
    const { signal, onEvent, answers } = hooks;
    const cancel = (): void => this.#post({ type: 'cancel', id });
    const ended = new Promise<TaskResults[Task['kind']]>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, onEvent });
    }).finally(() => {
      this.#pending.delete(id);
      if (this.#pending.size === 0) this.#hold(false);
      signal?.removeEventListener('abort', cancel);
    });
    this.#hold(true);
    this.#post({ type: 'task', id, task });
    for (const [index, answer] of answers ?? [])
      void answer.then((result) => this.#post({ type: 'answered', id, index, result }));
    signal?.addEventListener('abort', cancel, { once: true });
    if (signal?.aborted) cancel();
    return ended;
  }

  /** Ends it immediately; its tasks are lost. */
  stop(): void {
    this.#lose('other');
  }

  /** Lowers its priority below the event loop's, also for what the database and the system do for it. */
  #yieldToOthers(): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      // The priority is set before it has threads, because they inherit it.
      setPriority(pid, Math.min(constants.priority.PRIORITY_LOW, getPriority() + NICENESS));
    } catch (error) {
      logger('runs').warn('a process for runs has the priority of all others', { error });
    }
  }

  /** Makes the end of this process wait for it, or stops doing so. */
  #hold(holds: boolean): void {
    const parts = [this.#child, this.#child.channel, this.#child.stderr as Socket | null];
    for (const part of parts) holds ? part?.ref() : part?.unref();
  }

  #post(message: ToProcess): void {
    // If it has just ended, its `close` event reports that.
    if (!this.#exited && this.#child.connected) this.#child.send(message, () => undefined);
  }

  #hear(message: FromProcess): void {
    const pending = this.#pending.get(message.id);
    if (pending === undefined) return;
    if (message.type === 'event') pending.onEvent?.(message.event);
    else if (message.type === 'done') pending.resolve(message.result as never);
    else pending.reject(errorOf(message.failure));
  }

  #end(exitCode: number | null, signal: NodeJS.Signals | null): void {
    const reason = this.#reasonOf(signal);
    if (!this.#exited && reason === 'other') {
      process.stderr.write(this.#words);
      logger('runs').error('a process for runs ended', { exitCode, signal });
    }
    this.#lose(reason);
  }

  #reasonOf(signal: NodeJS.Signals | null): LostFor {
    if (this.#words.includes(HEAP_IS_FULL)) return 'out-of-memory';
    return signal === STOOD_STILL ? 'stood-still' : 'other';
  }

  #lose(reason: LostFor): void {
    if (this.#exited) return;
    this.#exited = true;
    this.#leaveLease();
    for (const { reject } of this.#pending.values()) reject(new ProcessLost(reason));
    this.#child.kill('SIGKILL');
    this.onExited(this);
  }
}

/**
 * The driver's codes when it can't connect and when a connection was lost. Whatever the fault was, here it
 * means the same.
 */
const CODE_OF_FAULT = { 'not-done': '57P03', 'maybe-done': '08006' } as const;

function errorOf(failure: ProcessFailure): Error {
  if (failure.kind === 'expected') {
    const { code, message, issues, headers } = failure;
    return new AppError(code, message, { issues, headers });
  }
  if (failure.kind === 'defect') return new Error('A task failed in a process for runs.');
  const error = new Error('The database did not answer a process for runs.');
  return Object.assign(error, { code: CODE_OF_FAULT[failure.fault] });
}
