/**
 * The iteration in which a block runs: '' at the top, else the iterations around it from the outermost,
 * as `each:3/inner:0`.
 */
export type IterationPath = string;

export const pathInside = (path: IterationPath, containerId: string, index: number): IterationPath =>
  `${path === '' ? '' : `${path}/`}${containerId}:${index}`;

/** Returns the key of a block in one iteration, unique in its run; at the top it is the block's id. */
export const stepKey = (blockId: string, path: IterationPath = ''): string =>
  path === '' ? blockId : `${blockId}@${path}`;

/** Returns the key of a note about a step; ids of blocks contain no `#`. */
export const noteKey = ({ step, name }: { step: string; name: string }): string => `${step}#${name}`;

/** Splits a `stepKey` into its parts. */
export function iterationOf(step: string): { blockId: string; iteration?: IterationPath } {
  const cut = step.indexOf('@');
  return cut < 0 ? { blockId: step } : { blockId: step.slice(0, cut), iteration: step.slice(cut + 1) };
}

/** Returns the step of the container that an iteration belongs to. */
export function containerStep(path: IterationPath): string {
  const cut = path.lastIndexOf('/');
  const last = path.slice(cut + 1);
  return stepKey(last.slice(0, last.lastIndexOf(':')), cut < 0 ? '' : path.slice(0, cut));
}

/**
 * Returns the `Idempotency-Key` of a block's request: the same on every attempt, another in each run and
 * iteration.
 * @param runId id of the execution, or of the sending of one block alone; without dots
 */
export const requestKey = (runId: string, blockId: string, path: IterationPath = ''): string =>
  `${runId}.${stepKey(blockId, path)}.0`;

/** Returns the step that such a key was made for; the block's id may contain dots. */
export const stepOf = (key: string): string => key.slice(key.indexOf('.') + 1, key.lastIndexOf('.'));
