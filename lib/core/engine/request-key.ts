/**
 * Where in a run a block runs: '' at the top, else the iterations it is part of from the outermost, as
 * `each:3/inner:0`.
 */
export type IterationPath = string;

export const pathInside = (path: IterationPath, containerId: string, index: number): IterationPath =>
  `${path === '' ? '' : `${path}/`}${containerId}:${index}`;

/** One block in one iteration, apart from all others of its run; at the top the block's id. */
export const stepKey = (blockId: string, path: IterationPath = ''): string =>
  path === '' ? blockId : `${blockId}@${path}`;

/** One of the notes about a step; ids of blocks hold no `#`. */
export const noteKey = ({ step, name }: { step: string; name: string }): string => `${step}#${name}`;

/** What `stepKey` was made of. */
export function iterationOf(step: string): { blockId: string; iteration?: IterationPath } {
  const cut = step.indexOf('@');
  return cut < 0 ? { blockId: step } : { blockId: step.slice(0, cut), iteration: step.slice(cut + 1) };
}

/** The step of the container that an iteration belongs to. */
export function containerStep(path: IterationPath): string {
  const cut = path.lastIndexOf('/');
  const last = path.slice(cut + 1);
  return stepKey(last.slice(0, last.lastIndexOf(':')), cut < 0 ? '' : path.slice(0, cut));
}

/**
 * The `Idempotency-Key` of what a block sends: the same on every attempt, another in each run and iteration.
 * @param runId of the execution, or of the sending of one block alone; without dots
 */
export const requestKey = (runId: string, blockId: string, path: IterationPath = ''): string =>
  `${runId}.${stepKey(blockId, path)}.0`;

/** The step that such a key was made for; the block's id may hold dots. */
export const stepOf = (key: string): string => key.slice(key.indexOf('.') + 1, key.lastIndexOf('.'));
