import type { BlockDefinition } from '../../../lib/core/blocks/block';
import type { Field } from '../../../lib/core/blocks/field';
import type { Random } from '../../../lib/core/expressions/testing/random';
import { upTo } from './budgets';
import type { Maker, Place, Siblings } from './from-schema';
import { tree } from './json-texts';
import { identifier, mixedText, type Names, reference, STRANGE } from './texts';

/** The allowed targets of documents outside of themselves: this machine and the bench's own workflows. */
export interface Surroundings {
  /** The origin of the server that answers requests and plays the model. */
  upstream: string;
  /** A workflow that may be called. */
  calleeId: string;
  variables: readonly string[];
}

const CODE: ReadonlyArray<(value: string) => string> = [
  (value) => `return ${value}`,
  (value) => `return { a: ${value}, b: [${value}] }`,
  (value) => `return JSON.stringify(${value}).length`,
  (value) => `const v = ${value}; return Array.isArray(v) ? v.length : v`,
  () => 'return "x".repeat(100000)',
  () => 'return "x".repeat(1e9)',
  () => 'for (;;);',
  () => 'const kept = []; for (;;) kept.push(new Array(1e5).fill(1));',
  () => 'throw new Error("no " + "x".repeat(1e4))',
  () => 'for (let n = 0; n < 1e4; n += 1) console.log("x".repeat(100)); return 1',
  () => 'const o = {}; let p = o; for (let n = 0; n < 2000; n += 1) p = p.a = {}; return o',
  () => 'return Array(1e5).fill(0)',
  () => 'return Object.fromEntries(Array.from({ length: 2e4 }, (_, n) => ["k" + n, n]))',
  () => 'await new Promise(() => {})',
  () => 'return [undefined, Symbol.iterator, 10n, NaN, -0, new Date(0), /x/, "\\ud800", new Map([[1, 2]])]',
  () => 'return JSON.parse(\'{"__proto__": {"a": 1}, "constructor": 2}\')',
  () => 'return (',
  () => 'const f = () => f(); f()',
];

const SCHEMAS = [
  '{"type": "object", "properties": {"a": {"type": "string"}}}',
  '{"type": "object", "properties": {"a": {"$ref": "#"}}}',
  '{"type": "object", "patternProperties": {"^(a+)+$": {}}}',
  `${'{"type":"object","properties":{"a":'.repeat(60)}{}${'}}'.repeat(60)}`,
];

/** Typical texts by name, so that runs have an effect. */
const WRITTEN: Readonly<Record<string, (random: Random, names: Names) => string>> = {
  code: (random, names) => random.pick(CODE)(reference(random, names)),
  condition: (random) => random.pick(['<loop.index> < 3', 'body.a === 1', 'true', '(', 'null.x']),
  expression: (random, names) =>
    random.pick([`${reference(random, names)} === 1`, 'true', 'false', `(${reference(random, names)})`, '(']),
  items: (random, names) => random.pick(['[1, 2, 3]', '{"a": 1}', reference(random, names), '7', 'data']),
  count: (random) => random.pick(['0', '1', '3', '12', '-1', 'x', '<start.n>']),
  amount: (random) => random.pick(['0', '1', '0.001', '-1', 'x', '<start.n>']),
  until: (random) => random.pick(['2020-01-01T00:00:00Z', '0', 'x', '<start.s>']),
  expiresAfter: () => '1',
  model: (random) => random.pick(['gpt-4o', 'served', 'a/b', '<start.s>']),
  cron: (random) =>
    random.pick(['0 0 1 1 *', '0 0 29 2 *', '*/7 1-5 * 1,2 0', '* * * * * * *', '0 0 31 2 *']),
  zone: (random) => random.pick(['UTC', 'Europe/Berlin', 'Nowhere/Else']),
  at: () => '2099-01-01T00:00',
  from: () => '2024-01-01T00:00',
  methods: (random) => random.pick(['POST', 'GET, POST', 'any', 'x']),
  origins: (random) => random.pick(['', 'https://www.example.com', 'x']),
  addresses: (random) => random.pick(['', '192.0.2.0/24', 'x']),
  outputSchema: (random) => random.pick(['', '', ...SCHEMAS]),
  parameters: (random) => random.pick(['', ...SCHEMAS]),
  query: (random) =>
    random.pick(['query { a }', '{ a(b: "<start.s>") }', `${'{ a '.repeat(200)}${'}'.repeat(200)}`]),
  variables: (random, names) => random.pick(['', `{"a": ${reference(random, names)}}`, tree(random)]),
  nextUrl: (random) => random.pick(['next', 'data.next', 'a[0]["b"]']),
  key: (random) => random.pick(['X-A', 'a', 'page', identifier(random)]),
  connectionId: (random) => random.pick(['', '00000000-0000-4000-8000-000000000000']),
};

/** Members with a URL: any other text might point to another machine. */
const URL_NAMES = /^(?:url|baseUrl|tokenUrl)$/;

/** Waits for days, or one request per minute, would only make the bench wait. */
const PREFERRED: Readonly<Record<string, readonly unknown[]>> = {
  unit: ['seconds'],
  expiresUnit: ['seconds'],
  per: ['second'],
};
const STRANGE_SHARE = 0.06;
const WRITTEN_SHARE = 0.7;
const USUAL_SHARE = 0.97;
const SHORT_MS = 400;
const LEAST_A_SECOND = 500;

/** Returns the generators for the fields of a block's config. */
export function authorOf(
  random: Random,
  { fields }: BlockDefinition,
  { names, around }: { names: Names; around: Surroundings },
): Maker {
  const fieldAt = (place: Place): Field | undefined =>
    fields.find((field) => field.name === place.path.split('/')[0]);
  return {
    random,
    text: (place, siblings) => textAt(random, place, { siblings, names, around, field: fieldAt(place) }),
    number: (place) => numberAt(random, place),
    choice: (key, values) => {
      const usual = values.filter((value) => PREFERRED[key]?.includes(value));
      return random.pick(usual.length > 0 && random.chance(USUAL_SHARE) ? usual : values);
    },
    any: () => JSON.parse(tree(random).replaceAll(/-?1e400|-?1E\+2/g, '7')),
  };
}

interface TextContext {
  siblings: Siblings;
  names: Names;
  around: Surroundings;
  field: Field | undefined;
}

function textAt(random: Random, place: Place, context: TextContext): string {
  const { siblings, names, around, field } = context;
  const { key, pattern, most = 200 } = place;
  const mayRefer = field !== undefined && field.references !== 'none';
  if (URL_NAMES.test(key)) return addressAt(random, place, context);
  if (key === 'workflowId') return around.calleeId;
  if (pattern !== undefined) return random.chance(STRANGE_SHARE) ? random.pick(STRANGE) : identifier(random);
  if (random.chance(STRANGE_SHARE)) return random.pick(STRANGE);
  if (siblings.kind === 'json' && key === 'value') return jsonTemplate(random, names);
  const written = WRITTEN[key];
  if (written !== undefined && random.chance(WRITTEN_SHARE)) return written(random, names);
  return mixedText(random, mayRefer ? names : { blocks: [], variables: [] }, Math.min(60, most));
}

/** Returns a URL of this machine, with any path. */
export function addressAt(random: Random, { key }: Place, { siblings, names, around }: TextContext): string {
  if (key === 'tokenUrl') return `${around.upstream}/token`;
  if (key === 'baseUrl') return `${around.upstream}/${siblings.kind === 'google' ? 'v1beta' : 'v1'}`;
  const tail = random.pick([
    '',
    '/:id/{a}',
    `/x?a=${reference(random, names)}`,
    `/size/${upTo(random, 20_000)}`,
  ]);
  return `${around.upstream}${tail === '' ? `/${mixedText(random, names, 40)}` : tail}`;
}

function jsonTemplate(random: Random, names: Names): string {
  const value = () => (random.chance(0.5) ? reference(random, names) : tree(random, 2));
  return random.pick([
    () => `{"a": ${value()}, "b": [${value()}, ${value()}], "c": "text ${reference(random, names)}"}`,
    () => `[${value()}, ${value()}]`,
    () => `{"a": ${value()}`,
    () => value(),
  ])();
}

function numberAt(random: Random, { key, path, least = -1_000, most = 1_000_000 }: Place): number {
  if (path === 'rate/max') return Math.max(LEAST_A_SECOND, random.below(most));
  if (path === 'retry/max' || path === 'retries' || path === 'maxRetries') return random.below(2);
  if (key === 'timeoutMs') return Math.max(least, random.below(SHORT_MS));
  if (key === 'maxPages') return 1 + random.below(5);
  if (key === 'temperature' || key === 'usd') return random.next() * most;
  if (random.chance(0.02)) return random.pick([-1, 0.5, 1e308, most + 1, least - 1, 2 ** 53]);
  return Math.min(most, Math.max(least, upTo(random, most)));
}
