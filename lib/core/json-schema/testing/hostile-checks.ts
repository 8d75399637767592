export interface HostileCheck {
  name: string;
  schema: object;
  value: unknown;
}

const TEXT = 'x'.repeat(500_000);
const NAMES = Array.from({ length: 9_000 }, (_, index) => `name${index}`);
const LONG_NAMES = NAMES.map((name) => `${'x'.repeat(1_000)}${name}`);
const WIDE = Object.fromEntries(NAMES.map((name) => [name, 1]));

/** Each level refers twice to the next, so that the last schema is applied 2^levels times. */
export function doubling(levels: number, last: object): object {
  const next = (level: number) => ({ $ref: `#/$defs/s${level}` });
  const level = (_: unknown, index: number): [string, object] => [
    `s${index}`,
    { allOf: [next(index + 1), next(index + 1)] },
  ];
  const $defs = { ...Object.fromEntries(Array.from({ length: levels }, level)), [`s${levels}`]: last };
  return { ...next(0), $defs };
}

const times = (count: number, schema: object): object[] =>
  Array.from({ length: count }, () => ({ ...schema }));

/** Small schemas that once held the event loop for seconds, or would have. */
export const HOSTILE_CHECKS: readonly HostileCheck[] = [
  { name: 'references that double', schema: doubling(40, {}), value: 1 },
  { name: 'a reference to itself', schema: { $ref: '#' }, value: 1 },
  { name: 'a part that refers to the whole', schema: { allOf: [{ $ref: '#' }] }, value: 1 },
  { name: 'a long text measured 4,096 times', schema: doubling(12, { minLength: 300_000 }), value: TEXT },
  {
    name: 'a long text compared 4,096 times',
    schema: doubling(12, { const: `${TEXT} `.trim() }),
    value: TEXT,
  },
  { name: 'a long text matched 4,096 times', schema: doubling(12, { pattern: 'x' }), value: TEXT },
  {
    name: 'references of 20,000 parts',
    schema: { anyOf: times(1_000, { $ref: `#${'/a'.repeat(20_000)}` }) },
    value: 1,
  },
  { name: '9,000 required names, 4,096 times', schema: doubling(12, { required: NAMES }), value: WIDE },
  { name: '9,000 members listed 100,000 times', schema: { allOf: times(100_000, {}) }, value: WIDE },
  { name: '9,000 types, 4,096 times', schema: doubling(12, { type: [...NAMES, 'object'] }), value: WIDE },
  {
    name: 'a list of 9,000 values, each with 9,000 forms',
    schema: { items: { enum: [...NAMES, 1] } },
    value: NAMES.map(() => 1),
  },
  {
    name: '9,000 long texts that end differently',
    schema: { items: { enum: LONG_NAMES } },
    value: LONG_NAMES.map(() => LONG_NAMES.at(-1)),
  },
];
