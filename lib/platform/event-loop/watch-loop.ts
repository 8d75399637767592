import { join } from 'node:path';
import { isatty } from 'node:tty';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { logSettings } from '../env';
import { logger } from '../logging/logger';
import { processSingleton } from '../process-singleton';
import { boardMemory, type LongTask, onCause, startBeats, stopBeats } from './marks';

/** What the watcher's thread is given. */
export interface WatchSettings {
  memory: SharedArrayBuffer;
  /** The process that this one was started by. */
  parent: number;
  /** What becomes of a process whose parent has died. */
  whenOrphaned: 'ends' | 'drains' | 'goes-on';
  /** How it notes the run that a loop stood still on; null: nowhere. */
  note: RunNote | null;
  log: 'json' | 'pretty' | 'silent';
  /** Whether it also finds out where the loop is during each long task; too costly for production. */
  findsTasks: boolean;
}

/** A long task, while it holds the loop. */
export interface FoundTask {
  cause: string;
  /** Innermost first. */
  stack: readonly string[];
}

export interface WatchOptions extends Pick<WatchSettings, 'whenOrphaned' | 'note'> {
  /** Told of each after it has ended. */
  onLongTask?: (task: LongTask) => void;
  /** Told where it was. */
  onFoundTask?: (task: FoundTask) => void;
}

export interface RunNote {
  databaseUrl: string;
  /** Its parameters: ids of executions, and whose they are. */
  statement: string;
  owner: string;
}

/** Read where it lies in the clone: every process of the product, and the tests, run in its root folder. */
const THREAD_FILE = 'lib/platform/event-loop/thread/main.mjs';
/** It holds little, and its own collections must not take a core from the loop that it watches. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 };

const parentAtStart = process.ppid;

/**
 * Watches this process's event loop from a thread of its own, until `stopWatching`: a loop that stands still
 * for longer than `limitStandstill` says ends its process, and so does the end of its parent
 * (docs/decisions/loops-that-stand-still.md).
 */
export function watchLoop({ whenOrphaned, note, onLongTask, onFoundTask }: WatchOptions): void {
  const watch = processSingleton('loop-watch', () => ({ worker: null as Worker | null }));
  if (watch.worker !== null) return;
  startBeats(onLongTask ?? (() => undefined));
  const settings: WatchSettings = {
    memory: boardMemory(),
    parent: parentAtStart,
    whenOrphaned: process.send === undefined ? 'goes-on' : whenOrphaned,
    note,
    log: logForm(),
    findsTasks: onFoundTask !== undefined,
  };
  const worker = new Worker(pathToFileURL(join(process.cwd(), THREAD_FILE)), {
    name: 'loop watch',
    workerData: settings,
    resourceLimits: RESOURCE_LIMITS,
    argv: [],
    execArgv: [],
  });
  worker.unref();
  worker.on('message', (task: FoundTask) => onFoundTask?.(task));
  worker.on('error', (error) => logger('event-loop').error('nobody watches the event loop', { error }));
  onCause((index, cause) => worker.postMessage({ index, cause }));
  watch.worker = worker;
}

/** The process is about to end by itself. */
export async function stopWatching(): Promise<void> {
  const watch = processSingleton('loop-watch', () => ({ worker: null as Worker | null }));
  stopBeats();
  onCause(() => undefined);
  await watch.worker?.terminate();
  watch.worker = null;
}

function logForm(): WatchSettings['log'] {
  const { LOG_LEVEL, LOG_FORMAT } = logSettings();
  if (LOG_LEVEL === 'silent') return 'silent';
  return LOG_FORMAT === 'pretty' || (LOG_FORMAT === 'auto' && isatty(1)) ? 'pretty' : 'json';
}
