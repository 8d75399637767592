import type { Random } from '../../../lib/core/expressions/testing/random';

const MIB = 1024 * 1024;

/**
 * What docs/decisions/budgets.md and the decisions that it names promise. Limits of lists, texts and numbers
 * of a block are not here: they are found in its schema.
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
  /** Of JSON that comes in, that is typed into a text, and of what a block puts out. */
  jsonDepth: 500,
  /** Of JSON that is made of a template. */
  jsonValues: 1_000_000,
  inputBytes: 10 * MIB,
  batchInputs: 1_000,
  batchBytes: 5 * MIB,
  /** What references make in a text, in the first lines of a request, in code, in a value handed on. */
  madeText: 10 * MIB,
  madeLine: MIB,
  madeCode: 16 * MIB,
  madeValue: 64 * MIB,
  /** What a run does where others wait for it. */
  madeHere: 16 * MIB,
  madeInARun: 1_024 * MIB,
} as const;

export type Level = 'under' | 'over' | 'far' | 'some';

/** So many of something, and how that lies to its budget. */
export interface Amount {
  count: number;
  level: Level;
}

const FAR_TIMES = [2, 3, 5];

/** Just under the limit, just over it, far over it, or anything below. */
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

/** Each order of magnitude as likely as another. */
export const upTo = (random: Random, most: number): number =>
  Math.round(Math.exp(random.next() * Math.log(Math.max(1, most))));
