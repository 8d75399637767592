// @ts-check
/**
 * Memory that the event loop writes and its watcher reads, because a blocked loop can't be sent a message.
 */
const ID_LENGTH = 36;
const IDS_AT = 20;

export const BOARD_BYTES = IDS_AT + 2 * ID_LENGTH;

/** Indexes of the 32-bit numbers. */
export const FIELD = {
  /** Incremented as long as the loop turns. */
  beats: 0,
  /** Index of the current cause in a list of names; `RUN` is a run, whose ids are on the board too. */
  cause: 1,
  /** Milliseconds that the loop may be blocked; 0 means forever. */
  limitMs: 2,
  /** 1 if a debugger is attached or may be, which may block the loop. */
  isDebugged: 3,
  /** 1 during the turn in which the cause was marked; later work may be another's. */
  isCurrent: 4,
};

export const OTHER = 0;

export const RUN = 1;
/** The meaning of the first indexes. */
export const FIRST_CAUSES = ['other', 'run'];

/** @typedef {{ numbers: Int32Array, ids: Buffer }} Board */

/** @returns {Board} */
export function boardOn(/** @type {SharedArrayBuffer} */ memory) {
  return {
    numbers: new Int32Array(memory, 0, IDS_AT / Int32Array.BYTES_PER_ELEMENT),
    ids: Buffer.from(memory, IDS_AT),
  };
}

/** @param {Board} board @param {string} executionId @param {string} rootId */
export function writeRun({ ids }, executionId, rootId) {
  ids.write(executionId, 0, ID_LENGTH, 'latin1');
  ids.write(rootId, ID_LENGTH, ID_LENGTH, 'latin1');
}

/** Returns the latest run and the root of its call chain; null if there was none. @param {Board} board */
export function readRun({ ids }) {
  if (ids[0] === 0) return null;
  return {
    executionId: ids.toString('latin1', 0, ID_LENGTH),
    rootId: ids.toString('latin1', ID_LENGTH, 2 * ID_LENGTH),
  };
}
