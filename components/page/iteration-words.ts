const numbersOf = (path: string): number[] =>
  path.split('/').map((level) => Number(level.slice(level.lastIndexOf(':') + 1)) + 1);

/** Returns `Iteration 4, iteration 1` for `each:3/inner:0`: the outermost first, counted from 1. */
export function iterationWords(path: string): string {
  return `I${numbersOf(path)
    .map((number) => `teration ${number}`)
    .join(', i')}`;
}

/** Returns the short form: `#4 › #1`. */
export const iterationNumbers = (path: string): string =>
  numbersOf(path)
    .map((number) => `#${number}`)
    .join(' › ');
