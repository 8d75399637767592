/**
 * The `Idempotency-Key` of what a block sends: the same on every attempt, another in each run and iteration.
 * @param runId of the execution, or of the sending of one block alone; without dots
 */
export const requestKey = (runId: string, blockId: string, iteration = 0): string =>
  `${runId}.${blockId}.${iteration}`;

/** The block that such a key was made for; its id may hold dots. */
export const blockIdOf = (key: string): string => key.slice(key.indexOf('.') + 1, key.lastIndexOf('.'));
