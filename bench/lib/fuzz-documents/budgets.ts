import type { Random } from '../../../lib/core/expressions/testing/random';

const MIB = 1024 * 1024;

/**
 * The promises of docs/decisions/budgets.md and the decisions that it names. Limits of lists, texts and
 * numbers of a block are not here: they are in its schema.
 */
export const BUDGETS = {
  blocks: 2_000,
  edges: 5_000,
  groups: 200,
  nesting: 10,
  nameCharacters: 64,
  documentBytes: 8 * MIB,
  fieldReferences: 2_000,
  documentReferences: 20_000,
  fieldOpenings: 10_000,
  fieldCharacters: MIB,
  /** Settings of a block, and names and values in them. */
  settings: 100,
  configValues: 50_000,
  shapeValues: 400,
  /** The depth of incoming JSON, of JSON typed into a text, and of a block's output. */
  jsonDepth: 500,
  /** The values of JSON produced by a template. */
  jsonValues: 1_000_000,
  inputBytes: 10 * MIB,
  batchInputs: 1_000,
  batchBytes: 5 * MIB,
  /** The size of the result of references: in a text, a request's first lines, code, or a passed value. */
  madeText: 10 * MIB,
  madeLine: MIB,
  madeCode: 16 * MIB,
  madeValue: 64 * MIB,
  /** The size that a run may produce while others wait for it. */
  madeHere: 4 * MIB,
  madeInARun: 1_024 * MIB,
} as const;

export type Level = 'under' | 'over' | 'far' | 'some';

/** An amount, and its relation to the budget. */
export interface Amount {
  count: number;
  level: Level;
}

const FAR_TIMES = [2, 3, 5];

/** Returns an amount just under the limit, just over it, far over it, or anything below. */
export function around(random: Random, limit: number): Amount {
  const level = random.pick<Level>(['under', 'over', 'far', 'some']);
  switch (level) {
    case 'under':
      return { level, count: random.chance(0.5) ? limit : Math.floor(limit * 0.98) };
    case 'over':
      return { level, count: random.chance(0.5) ? limit + 1 : Math.ceil(limit * 1.02) };
    case 'far':
      return { level, count: limit * random.pick(FAR_TIMES) };
    case 'some':
      return { level, count: upTo(random, limit) };
  }
}

/** Returns a random amount; each order of magnitude is equally likely. */
export const upTo = (random: Random, most: number): number =>
  Math.round(Math.exp(random.next() * Math.log(Math.max(1, most))));
