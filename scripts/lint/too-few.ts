/**
 * Returns a fault if a linter found fewer things than there are for sure: then it no longer recognizes them,
 * and would pass whatever they are.
 */
export const tooFew = (found: number, least: number, things: string): string[] =>
  found >= least
    ? []
    : [`only ${found} ${things} were found, not ${least}: correct how they are recognized, or the number`];
