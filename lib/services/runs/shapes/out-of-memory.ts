export const RUN_OUT_OF_MEMORY = 'RUN_OUT_OF_MEMORY';

/** Returns the error of a run whose values take more than `heapMb`. */
export const outOfMemory = (heapMb: number): { code: string; message: string } => ({
  code: RUN_OUT_OF_MEMORY,
  message:
    `The values of this run took more than the ${heapMb} MB that a run may use. ` +
    'Request less data at a time, for example page by page.',
});
