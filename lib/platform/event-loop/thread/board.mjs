// @ts-check
/**
 * Memory that the event loop writes and its watcher reads: while a loop stands still nothing can be asked of
 * it.
 */
const ID_LENGTH = 36;
const IDS_AT = 16;

export const BOARD_BYTES = IDS_AT + 2 * ID_LENGTH;

/** Places of its 32-bit numbers. */
export const FIELD = {
  /** Rises as long as the loop turns. */
  beats: 0,
  /** Index of what has the loop, in a list of names; `RUN` is a run, whose ids stand on the board too. */
  cause: 1,
  /** How long the loop may stand still, in ms; 0: for ever. */
  limitMs: 2,
  /** 1: a debugger is attached or may be, and may hold the loop up. */
  isDebugged: 3,
};

export const RUN = 1;
/** What the first indexes stand for. */
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

/** The run that has the loop, and the first of those that called each other. @param {Board} board */
export function readRun({ ids }) {
  return {
    executionId: ids.toString('latin1', 0, ID_LENGTH),
    rootId: ids.toString('latin1', ID_LENGTH, 2 * ID_LENGTH),
  };
}
