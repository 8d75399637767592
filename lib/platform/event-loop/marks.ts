import inspector from 'node:inspector';
import { processSingleton } from '../process-singleton';
import { BOARD_BYTES, boardOn, FIELD, FIRST_CAUSES, OTHER, RUN, writeRun } from './thread/board.mjs';

/** A stretch in which nothing else ran on the event loop. */
export interface LongTask {
  cause: string;
  ms: number;
}

const BEAT_EVERY_MS = 10;
/** Tasks of this length or more delay everything else noticeably. */
export const LONG_TASK_MS = 50;
/** Causes are constants of our code, so there are few; beyond this number, further ones count as `other`. */
const MOST_CAUSES = 1_000;

/**
 * The current owner of the event loop, recorded when a run, a request or a job gets it, and again when the
 * database has answered it. A mark holds for the rest of the turn: what a later turn continues with is work of
 * an unknown owner, not of the one who came last.
 */
const marks = processSingleton('loop-marks', () => {
  const memory = new SharedArrayBuffer(BOARD_BYTES);
  return {
    memory,
    board: boardOn(memory),
    causes: new Map(FIRST_CAUSES.map((cause, index) => [cause, index])),
    run: '',
    root: '',
    cause: 0,
    /** False if the turn of the last mark is over. */
    isCurrent: false,
    isTurnEnding: false,
    sinceMs: 0,
    /** The longest time between two marks since the last beat, and the cause of the first of them. */
    longestMs: 0,
    longestCause: 0,
    beatAtMs: 0,
    onCause: (_index: number, _cause: string): void => undefined,
    onLongTask: (_task: LongTask): void => undefined,
    timer: undefined as NodeJS.Timeout | undefined,
  };
});

/** Marks that a run continues. */
export function markRun(executionId: string, rootId: string): void {
  if (marks.run !== executionId) writeRun(marks.board, executionId, rootId);
  marks.run = executionId;
  marks.root = rootId;
  change(RUN);
}

/** What a mark was made for. */
export interface Mark {
  readonly cause: number;
  readonly run: string;
  readonly root: string;
}

/** Returns the mark of this turn, for work that continues in a later one; null if there is none. */
export const currentMark = (): Mark | null =>
  marks.isCurrent ? { cause: marks.cause, run: marks.run, root: marks.root } : null;

/** Marks that the work of this mark continues. */
export function continueMark({ cause, run, root }: Mark): void {
  if (cause === RUN) markRun(run, root);
  else change(cause);
}

/** Marks that a request or a job continues; `cause` is a constant of ours, such as a route's template. */
export function markWork(cause: string): void {
  change(marks.causes.get(cause) ?? indexOf(cause));
}

function change(cause: number): void {
  const nowMs = performance.now();
  note(nowMs);
  marks.sinceMs = nowMs;
  marks.cause = cause;
  Atomics.store(marks.board.numbers, FIELD.cause, cause);
  if (marks.isCurrent) return;
  marks.isCurrent = true;
  Atomics.store(marks.board.numbers, FIELD.isCurrent, 1);
  if (!marks.isTurnEnding) setImmediate(endTurn);
  marks.isTurnEnding = true;
}

function endTurn(): void {
  const nowMs = performance.now();
  note(nowMs);
  marks.sinceMs = nowMs;
  marks.isTurnEnding = false;
  marks.isCurrent = false;
  Atomics.store(marks.board.numbers, FIELD.isCurrent, 0);
}

function note(nowMs: number): void {
  const ms = nowMs - Math.max(marks.sinceMs, marks.beatAtMs);
  if (ms <= marks.longestMs) return;
  marks.longestMs = ms;
  marks.longestCause = marks.isCurrent ? marks.cause : OTHER;
}

function indexOf(cause: string): number {
  const index = marks.causes.size;
  if (index >= MOST_CAUSES) return 0;
  marks.causes.set(cause, index);
  marks.onCause(index, cause);
  return index;
}

export const boardMemory = (): SharedArrayBuffer => marks.memory;

/** Sets how long the loop may be blocked, in ms; 0 means forever. */
export const limitStall = (ms: number): void => void Atomics.store(marks.board.numbers, FIELD.limitMs, ms);

/** Calls `listener` for each known cause and each new one. */
export function onCause(listener: (index: number, cause: string) => void): void {
  marks.onCause = listener;
  for (const [cause, index] of marks.causes) listener(index, cause);
}

/** Starts the beats that show that the loop turns, and reports each long task. */
export function startBeats(onLongTask: (task: LongTask) => void): void {
  marks.onLongTask = onLongTask;
  if (marks.timer !== undefined) return;
  marks.beatAtMs = performance.now();
  tellDebugger();
  marks.timer = setInterval(beat, BEAT_EVERY_MS).unref();
}

export function stopBeats(): void {
  clearInterval(marks.timer);
  marks.timer = undefined;
}

function beat(): void {
  Atomics.add(marks.board.numbers, FIELD.beats, 1);
  tellDebugger();
  const nowMs = performance.now();
  const lateMs = nowMs - marks.beatAtMs - BEAT_EVERY_MS;
  if (lateMs >= LONG_TASK_MS) {
    note(nowMs);
    marks.onLongTask({ cause: causeAt(marks.longestCause), ms: lateMs });
  }
  marks.beatAtMs = nowMs;
  marks.longestMs = 0;
}

/** Tells the watcher about the debugger, because only this thread can find out. */
function tellDebugger(): void {
  Atomics.store(marks.board.numbers, FIELD.isDebugged, inspector.url() === undefined ? 0 : 1);
}

function causeAt(index: number): string {
  for (const [cause, at] of marks.causes) if (at === index) return cause;
  return 'other';
}
