import inspector from 'node:inspector';
import { processSingleton } from '../process-singleton';
import { BOARD_BYTES, boardOn, FIELD, FIRST_CAUSES, RUN, writeRun } from './thread/board.mjs';

/** A stretch in which nothing else had its turn. */
export interface LongTask {
  cause: string;
  ms: number;
}

const BEAT_EVERY_MS = 10;
/** From here on a task is felt by everybody else. */
export const LONG_TASK_MS = 50;
/** Names are of our own words, so there are few; should one ever be made up, they are one. */
const MOST_CAUSES = 1_000;

/**
 * What has the event loop: written at the moments at which a run, a request or a job gets it. What others go
 * on with in between is taken for the last of these, so that a mark costs next to nothing.
 */
const marks = processSingleton('loop-marks', () => {
  const memory = new SharedArrayBuffer(BOARD_BYTES);
  return {
    memory,
    board: boardOn(memory),
    causes: new Map(FIRST_CAUSES.map((cause, index) => [cause, index])),
    run: '',
    cause: 0,
    sinceMs: 0,
    /** Since the last beat, the longest that passed from one mark to the next, and from which. */
    longestMs: 0,
    longestCause: 0,
    beatAtMs: 0,
    onCause: (_index: number, _cause: string): void => undefined,
    onLongTask: (_task: LongTask): void => undefined,
    timer: undefined as NodeJS.Timeout | undefined,
  };
});

/** A run goes on. */
export function markRun(executionId: string, rootId: string): void {
  if (marks.run !== executionId) writeRun(marks.board, executionId, rootId);
  marks.run = executionId;
  change(RUN);
}

/** A request or a job goes on, by a name of ours: the template of a route. */
export function markWork(cause: string): void {
  change(marks.causes.get(cause) ?? indexOf(cause));
}

function change(cause: number): void {
  const nowMs = performance.now();
  note(nowMs);
  marks.sinceMs = nowMs;
  marks.cause = cause;
  Atomics.store(marks.board.numbers, FIELD.cause, cause);
}

function note(nowMs: number): void {
  const ms = nowMs - Math.max(marks.sinceMs, marks.beatAtMs);
  if (ms <= marks.longestMs) return;
  marks.longestMs = ms;
  marks.longestCause = marks.cause;
}

function indexOf(cause: string): number {
  const index = marks.causes.size;
  if (index >= MOST_CAUSES) return 0;
  marks.causes.set(cause, index);
  marks.onCause(index, cause);
  return index;
}

export const boardMemory = (): SharedArrayBuffer => marks.memory;

/** Lets the loop stand still for so long at most; 0: for ever. */
export const limitStandstill = (ms: number): void =>
  void Atomics.store(marks.board.numbers, FIELD.limitMs, ms);

/** Hears of the causes so far and of each new one. */
export function onCause(listener: (index: number, cause: string) => void): void {
  marks.onCause = listener;
  for (const [cause, index] of marks.causes) listener(index, cause);
}

/** From now on the loop tells by its beats that it turns, and of each task that was long. */
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

/** Only this thread can find out. */
function tellDebugger(): void {
  Atomics.store(marks.board.numbers, FIELD.isDebugged, inspector.url() === undefined ? 0 : 1);
}

function causeAt(index: number): string {
  for (const [cause, at] of marks.causes) if (at === index) return cause;
  return 'other';
}
