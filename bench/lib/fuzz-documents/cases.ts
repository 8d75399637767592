import { Random } from '../../../lib/core/expressions/testing/random';
import type { Surroundings } from './authored';
import { BUDGETS, upTo } from './budgets';
import { documentShape } from './document-shapes';
import type { CaseDraft, DraftBlock } from './draft';
import { fieldShape } from './field-shapes';
import type { JsonText } from './json-texts';
import { inputShape, runShape } from './run-shapes';
import { inputsOf, smallDocument } from './small-documents';

/** All actions on one document. */
export interface FuzzCase {
  number: number;
  words: string;
  blocks: readonly DraftBlock[];
  document: JsonText;
  inputs: readonly JsonText[];
  does: Does;
  /** The source of random choices along the way. */
  random: Random;
}

/** Tells whether the document is new or replaces the previous one, and which actions follow. */
export interface Does {
  isNew: boolean;
  publish: boolean;
  readBack: boolean;
  file: boolean;
  preview: boolean;
  send: boolean;
  stream: boolean;
  response: boolean;
  queue: boolean;
  /** Inputs of one batch; null for no batch. */
  batch: JsonText[] | null;
  replay: boolean;
}

type Make = (random: Random, around: Surroundings) => CaseDraft;

const FAMILIES: ReadonlyArray<[share: number, make: Make]> = [
  [0.5, smallDocument],
  [0.28, fieldShape],
  [0.07, documentShape],
  [0.09, inputShape],
  [0.06, runShape],
];

/** Returns the same case for the same seed and number, independently of earlier cases. */
export function caseOf(seed: number, number: number, around: Surroundings): FuzzCase {
  const random = new Random(Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
  const { document, inputs, words } = familyOf(random)(random, around);
  const does: Does = {
    isNew: random.chance(0.3),
    publish: random.chance(0.3),
    readBack: random.chance(0.25),
    file: random.chance(0.15),
    preview: random.chance(0.3),
    send: random.chance(0.15),
    stream: random.chance(0.12),
    response: random.chance(0.08),
    queue: random.chance(0.5),
    batch: random.chance(0.08) ? batchOf(random) : null,
    replay: random.chance(0.05),
  };
  return { number, words, blocks: document.blocks, document: JSON.stringify(document), inputs, does, random };
}

function familyOf(random: Random): Make {
  let left = random.next();
  for (const [share, make] of FAMILIES) {
    left -= share;
    if (left <= 0) return make;
  }
  return smallDocument;
}

const HARDLY = 0.05;

/** Mostly a few inputs; sometimes as many, or as large, as a batch may be. */
function batchOf(random: Random): JsonText[] {
  if (!random.chance(HARDLY)) return [...inputsOf(random), ...inputsOf(random)];
  if (random.chance(0.5)) return Array(BUDGETS.batchInputs + random.below(3) - 1).fill('{"v":1,"n":2}');
  const value = 'x'.repeat(BUDGETS.batchBytes / 4 - upTo(random, 1_000));
  return Array(4).fill(`{"v":"${value}"}`);
}
