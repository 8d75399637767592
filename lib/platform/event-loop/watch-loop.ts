import { join } from 'node:path';
import { isatty } from 'node:tty';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { logSettings } from '../env';
import { logger } from '../logging/logger';
import { matchArgument } from '../process-arguments';
import { processSingleton } from '../process-singleton';
import { callersMemory } from './callers';
import { boardMemory, type LongTask, onCause, startBeats, stopBeats } from './marks';

/** The settings of the watcher's thread. */
export interface WatchSettings {
  memory: SharedArrayBuffer;
  callers: SharedArrayBuffer;
  /** The file descriptor to the supervisor (`scripts/lib/supervisor/app-process.mjs`); null if there is none. */
  standstillsTo: number | null;
  /** The pid of the parent process. */
  parent: number;
  /** The reaction of a process to its parent's death. */
  whenOrphaned: 'ends' | 'drains' | 'goes-on';
  /** The way to record the run that blocked a loop; null disables this. */
  note: RunNote | null;
  log: 'json' | 'pretty' | 'silent';
  /** If true, it also samples the stack of each long task; too costly for production. */
  findsTasks: boolean;
}

/** A long task, while it holds the loop. */
export interface FoundTask {
  cause: string;
  /** Stack frames, innermost first. */
  stack: readonly string[];
}

export interface WatchOptions extends Pick<WatchSettings, 'whenOrphaned' | 'note'> {
  /** Called for each long task after it has ended. */
  onLongTask?: (task: LongTask) => void;
  /** Called with the stack of a long task. */
  onFoundTask?: (task: FoundTask) => void;
}

export interface RunNote {
  databaseUrl: string;
  /** Its parameters are execution ids and their owner. */
  statement: string;
  owner: string;
}

/** Loaded from the clone: every process of the product, and the tests, run in its root folder. */
const THREAD_FILE = 'lib/platform/event-loop/thread/main.mjs';
/** The thread holds little, and its own garbage collections must not take a core from the watched loop. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 };

const parentAtStart = process.ppid;

/**
 * Watches this process's event loop from a separate thread, until `stopWatching`: a loop that is blocked
 * for longer than `limitStall` allows ends its process, and so does the end of its parent
 * (docs/decisions/loops-that-stand-still.md).
 */
export function watchLoop({ whenOrphaned, note, onLongTask, onFoundTask }: WatchOptions): void {
  const watch = processSingleton('loop-watch', () => ({ worker: null as Worker | null }));
  if (watch.worker !== null) return;
  startBeats(onLongTask ?? (() => undefined));
  const settings: WatchSettings = {
    memory: boardMemory(),
    callers: callersMemory(),
    standstillsTo: descriptorOfSupervisor(),
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

/** Stops the watcher, because the process is about to end by itself. */
export async function stopWatching(): Promise<void> {
  const watch = processSingleton('loop-watch', () => ({ worker: null as Worker | null }));
  stopBeats();
  onCause(() => undefined);
  await watch.worker?.terminate();
  watch.worker = null;
}

function descriptorOfSupervisor(): number | null {
  const found = matchArgument(/^--standstills=(\d+)$/);
  return found ? Number(found[1]) : null;
}

function logForm(): WatchSettings['log'] {
  const { LOG_LEVEL, LOG_FORMAT } = logSettings();
  if (LOG_LEVEL === 'silent') return 'silent';
  return LOG_FORMAT === 'pretty' || (LOG_FORMAT === 'auto' && isatty(1)) ? 'pretty' : 'json';
}
