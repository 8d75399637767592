// @ts-check
/**
 * Watches the event loop from another thread. It is plain JavaScript because it is loaded unbuilt from the
 * clone, whether the process around it runs from source or from a bundle.
 */
import { writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { boardOn, FIELD, FIRST_CAUSES, OTHER, RUN, readRun } from './board.mjs';
import { turnAwayCallers } from './callers.mjs';
import { lookAtMainThread } from './main-thread.mjs';
import { noteRun } from './note-run.mjs';
import { readStack } from './read-stack.mjs';
import { Stall } from './standstill.mjs';

/** @typedef {import('../watch-loop').WatchSettings} WatchSettings */

const LONG_TASK_MS = 50;
/** The minimum time between two stack samples, because sampling lengthens the sampled task. */
const FIND_EVERY_MS = 1_000;
const STACK_WITHIN_MS = 2_500;
/** Nobody waits longer for a loop that stands still: others take its clients, before the process is ended. */
const REPLACED_AFTER_MS = 2_000;
/** A process whose parent has died still has resources to release, as long as its loop turns. */
const ORPHAN_LIMIT_MS = 1_000;
const ORPHAN_ENDS_AFTER_MS = 15_000;
/** Tells `scripts/lib/supervisor/supervise.mjs` and `isolated-process.ts` that the loop was blocked. */
const STOOD_STILL = 'SIGALRM';

/** @type {WatchSettings} */
const settings = workerData;
const { memory, parent, whenOrphaned, log, findsTasks, standstillsTo } = settings;
const callers = new Uint8Array(settings.callers);
const lookEveryMs = findsTasks ? 10 : 250;
const board = boardOn(memory);
const standstill = new Stall();
const causes = [...FIRST_CAUSES];
let orphanedForMs = 0;
let isEnding = false;
let isReplaced = false;
let mayFindAtMs = 0;

parentPort?.on('message', (/** @type {{ index: number, cause: string }} */ { index, cause }) => {
  causes[index] = cause;
});

setInterval(() => {
  const beats = Atomics.load(board.numbers, FIELD.beats);
  const stillMs = standstill.see({ beats, atMs: performance.now(), ...lookAtMainThread() });
  if (isOrphan()) endOrphan(stillMs);
  if (findsTasks && stillMs >= LONG_TASK_MS && performance.now() >= mayFindAtMs) void findTask(beats);
  const limitMs = Atomics.load(board.numbers, FIELD.limitMs);
  if (limitMs === 0 || isDebugged()) return;
  if (stillMs >= Math.min(REPLACED_AFTER_MS, limitMs)) letOthersServe();
  if (stillMs < limitMs || isEnding) return;
  isEnding = true;
  void endStanding(limitMs).then(() => {
    isEnding = false;
  });
}, lookEveryMs);

/**
 * Has the supervisor put another process in this one's place, and answers the clients that wait. If the loop
 * goes on, the process ends in good order.
 */
function letOthersServe() {
  if (standstillsTo === null) return;
  if (!isReplaced) tellSupervisor(standstillsTo);
  isReplaced = true;
  turnAwayCallers(callers);
}

/** @param {number} supervisor */
function tellSupervisor(supervisor) {
  try {
    writeSync(supervisor, 'stands still\n');
  } catch {
    // It has ended: this process is an orphan, which the next look notices.
  }
}

/** Returns true if a debugger is attached, which may block the loop. */
const isDebugged = () => Atomics.load(board.numbers, FIELD.isDebugged) === 1;

const isOrphan = () => whenOrphaned !== 'goes-on' && process.ppid !== parent;

/** Ends an orphaned process, because its loop may never notice the parent's end. */
function endOrphan(/** @type {number} */ stillMs) {
  orphanedForMs += lookEveryMs;
  const isOver =
    whenOrphaned === 'ends' || stillMs >= ORPHAN_LIMIT_MS || orphanedForMs >= ORPHAN_ENDS_AFTER_MS;
  if (isOver) process.kill(process.pid, 'SIGKILL');
}

/** @param {number} beats the beats when the task began */
async function findTask(beats) {
  if (isDebugged()) return;
  mayFindAtMs = Number.POSITIVE_INFINITY;
  const isCurrent = Atomics.load(board.numbers, FIELD.isCurrent) === 1;
  const cause = causes[isCurrent ? Atomics.load(board.numbers, FIELD.cause) : OTHER] ?? 'other';
  const stack = await readStack(STACK_WITHIN_MS);
  mayFindAtMs = performance.now() + FIND_EVERY_MS;
  // If the task has ended meanwhile, the stack shows other code.
  if (Atomics.load(board.numbers, FIELD.beats) === beats) parentPort?.postMessage({ cause, stack });
}

/** Ends the process, unless its loop has continued meanwhile. */
async function endStanding(/** @type {number} */ limitMs) {
  const beats = Atomics.load(board.numbers, FIELD.beats);
  const hasGoneOn = () => Atomics.load(board.numbers, FIELD.beats) !== beats;
  const index = Atomics.load(board.numbers, FIELD.cause);
  const isCurrent = Atomics.load(board.numbers, FIELD.isCurrent) === 1;
  // Without a mark of this turn the latest run is suspected, because the next process would begin it again.
  const run = index === RUN || !isCurrent ? readRun(board) : null;
  const last = causes[index] ?? 'other';
  const [stack, noted] = await Promise.all([
    readStack(STACK_WITHIN_MS),
    run === null ? null : noteRun(run, settings),
  ]);
  const about = {
    seconds: limitMs / 1000,
    ...(isCurrent ? { cause: last } : { cause: causes[OTHER], last }),
    ...(run && { executionId: run.executionId, noted }),
    stack,
  };
  if (hasGoneOn()) return say('warn', 'The event loop stood still', about);
  say('error', 'The event loop stands still; the process is ended', about);
  process.kill(process.pid, STOOD_STILL);
}

/** Logs in the format of `lib/platform/logging`; the line contains only our own words and ids. */
function say(/** @type {string} */ level, /** @type {string} */ message, /** @type {object} */ fields) {
  if (log === 'silent') return;
  const line = { level, time: new Date().toISOString(), component: 'event-loop', message, ...fields };
  const text = `${line.time.slice(11, 23)} ${level.toUpperCase()} event-loop: ${message} `;
  writeSync(1, log === 'json' ? `${JSON.stringify(line)}\n` : `${text}${JSON.stringify(fields)}\n`);
}
