import type { RandomNumbers } from '../../../lib/core/shared-document/testing/random-changes';

const NAMES = ['text', 'a', 'b', '__proto__', '$ref', 'x'.repeat(300)];
const REFS = ['#', '#/$defs/s0', '#/$defs/s1', '#/$defs/s2', '#/$defs/none', `#${'/a'.repeat(500)}`];
const LENGTHS = [0, 1, 3, 30, 300];
const FEW = [0, 1, 3];

const pick = <Item>(items: readonly Item[], random: RandomNumbers): Item =>
  items[random(items.length)] as Item;

/** Returns keywords that refer to each other, to themselves, and to nothing. */
export function randomSchema(random: RandomNumbers): object {
  const $defs = Object.fromEntries([0, 1, 2].map((n) => [`s${n}`, part(random, 4)]));
  return { ...part(random, 4), $defs };
}

function part(random: RandomNumbers, depth: number): object {
  const schema: Record<string, unknown> = {};
  for (let left = 1 + random(3); left > 0; left -= 1) Object.assign(schema, keyword(random, depth - 1));
  return schema;
}

function keyword(random: RandomNumbers, depth: number): Record<string, unknown> {
  const inner = () => (depth <= 0 ? { $ref: pick(REFS, random) } : part(random, depth));
  const many = () => {
    const one = inner();
    // Lists within lists would be longer than a text can be.
    return Array.from({ length: pick(depth > 0 ? FEW : LENGTHS, random) }, () => one);
  };
  const names = () => Array.from({ length: pick(LENGTHS, random) }, (_, n) => `${pick(NAMES, random)}${n}`);
  return pick<() => Record<string, unknown>>(
    [
      () => ({ allOf: [inner(), inner()] }),
      () => ({ allOf: many() }),
      () => ({ anyOf: many() }),
      () => ({ oneOf: many() }),
      () => ({ not: inner() }),
      () => ({ $ref: pick(REFS, random) }),
      () => ({ properties: { [pick(NAMES, random)]: inner(), text: inner() } }),
      () => ({ patternProperties: { [pick(['^t', '(a+)+$', 'x'], random)]: inner() } }),
      () => ({ additionalProperties: inner() }),
      () => ({ required: names() }),
      () => ({ enum: names() }),
      () => ({ const: 'x'.repeat(pick(LENGTHS, random)) }),
      () => ({ pattern: pick(['x', '^(x+)+$', '(x|xx)*y', '['], random) }),
      () => ({ minLength: 1 + random(600_000) }),
      () => ({ type: pick(['object', 'string', ['object', 'array'], 'nonsense'], random) }),
      () => ({ items: inner(), uniqueItems: true }),
      () => Object.fromEntries(['if', 'then', 'else'].map((name) => [name, inner()])),
    ],
    random,
  )();
}
