import { valueAt } from '../../../lib/core/blocks/api/pagination/body-path';
import { nextLink } from '../../../lib/core/blocks/api/pagination/link-header';
import { shapeOfValue } from '../../../lib/core/blocks/shape-of-value';
import { learnAnswer } from '../../../lib/core/drift/learn-answer';
import { emptyProfile } from '../../../lib/core/drift/profile';
import { createMasker } from '../../../lib/core/engine/masker';
import { shortenValue } from '../../../lib/core/engine/shorten-value';
import { checkValue } from '../../../lib/core/json-schema/check-value';
import { CheckWork } from '../../../lib/core/json-schema/check-work';
import { compareSpans } from '../../../lib/core/replay/compare-spans';
import { whyNotSchedule } from '../../../lib/core/schedule/next-times';
import { Schedule } from '../../../lib/core/schedule/schedule';
import { jsonDifferences } from '../../../lib/core/workflow/json-differences';
import { takeCookies } from '../../../lib/platform/outbound-http/cookies';
import { readLooseHead } from '../../../lib/platform/outbound-http/loose-head';
import { parseExact } from '../../../lib/platform/text/exact-number';
import { jsonBeginning } from '../../../lib/platform/text/json-beginning';
import type { Subject } from './subject';

const list = <Item>(size: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: size }, (_, index) => item(index));
const members = (size: number, value: (index: number) => unknown): Record<string, unknown> =>
  Object.fromEntries(list(size, (index) => [`name${index}`, value(index)]));
const nested = (size: number): unknown => {
  let value: unknown = 1;
  for (let depth = 0; depth < size; depth += 1) value = { a: value, b: [depth] };
  return value;
};

/** Checks a value; one that takes too much work is refused, which is what is measured then. */
const schema = (
  name: string,
  size: number,
  unit: string,
  of: (size: number) => [object, unknown],
): Subject => ({
  kind: 'JSON Schemas of assertions, agents and tools',
  name: `a schema: ${name}`,
  unit,
  size,
  make: (count) => {
    const [given, value] = of(count);
    const work = new CheckWork();
    return () => work.inTurns(() => checkValue(given, value, work)).catch(() => null);
  },
});

const SCHEMAS: readonly Subject[] = [
  schema('unique items', 5_000, 'items', (size) => [{ uniqueItems: true }, list(size, (id) => ({ id }))]),
  schema('required names', 20_000, 'names', (size) => [
    { required: list(size, (index) => `name${index}`) },
    members(size, () => 1),
  ]),
  schema('a pointer of many parts', 50_000, 'parts', (size) => [{ $ref: `#${'/a'.repeat(size)}` }, 1]),
  schema('a list of allowed values', 10_000, 'values', (size) => [{ enum: list(size, String) }, 'none']),
  schema('a long text', 1_000_000, 'characters', (size) => [{ minLength: size * 0.6 }, 'x'.repeat(size)]),
  schema('members and items', 5_000, 'items', (size) => [
    { items: { properties: { a: { type: 'integer' } }, additionalProperties: false } },
    list(size, (a) => ({ a })),
  ]),
];

const span = (id: string, output: unknown) => ({
  id,
  parentId: null,
  blockId: id,
  name: id,
  type: 'function',
  status: 'success',
  startTime: new Date(0).toISOString(),
  endTime: new Date(5).toISOString(),
  durationMs: 5,
  input: null,
  output,
  error: null,
  children: [],
});
const compared = (name: string, size: number, of: (size: number, by: number) => unknown[]): Subject => ({
  kind: 'differences of runs and documents',
  name,
  unit: 'values',
  size,
  make: (count) => {
    const [before, after] = [of(count, 0), of(count, 1)];
    return () => compareSpans(before as never, after as never);
  },
});

export const CHECKED: readonly Subject[] = [
  ...SCHEMAS,
  {
    kind: 'differences of runs and documents',
    name: 'two JSON values that differ everywhere',
    unit: 'members',
    size: 20_000,
    make: (size) => {
      const [one, other] = [members(size, Number), members(size, (index) => -index - 1)];
      return () => jsonDifferences(one, other, { most: Number.POSITIVE_INFINITY });
    },
  },
  compared('two runs of many blocks', 2_000, (size, by) =>
    list(size, (at) => span(`b${at}`, { a: at * by })),
  ),
  compared('two runs with shortened members', 5_000, (size) => [
    span(
      'b',
      members(size, () => ({ truncated: true, bytes: 5, beginning: 'x' })),
    ),
  ]),
  {
    kind: 'secrets masked',
    name: 'a text masked that nearly is the secret',
    unit: 'characters',
    size: 500_000,
    make: (size) => {
      const masker = createMasker([{ name: null, value: `${'a'.repeat(2_000)}b` }]);
      const text = 'a'.repeat(size);
      return () => masker.text(text);
    },
  },
  {
    kind: 'secrets masked',
    name: 'a text masked for many secrets',
    unit: 'secrets',
    size: 500,
    make: (size) => {
      const secrets = list(size, (index) => ({ name: null, value: `aaaaaaaa${index}aaaaaaaa` }));
      const text = 'aaaaaaaa1'.repeat(2_000);
      return () => createMasker(secrets).text(text);
    },
  },
  {
    kind: 'values written for logs',
    name: 'an output shortened for the log',
    unit: 'members',
    size: 20_000,
    make: (size) => {
      const value = members(size, (index) => 'x'.repeat(index % 100));
      return () => shortenValue(value);
    },
  },
  {
    kind: 'values written for logs',
    name: 'the beginning of a deep value',
    unit: 'levels',
    size: 120,
    make: (size) => {
      const value = list(100, () => nested(size));
      return () => jsonBeginning(value, 1_000_000);
    },
  },
  {
    kind: 'responses of other servers',
    name: 'JSON of long numbers',
    unit: 'characters',
    size: 500_000,
    make: (size) => {
      const json = `[${list(size / 20, () => '1234567890123456789').join()}]`;
      return () => parseExact(json);
    },
  },
  {
    kind: 'responses of other servers',
    name: 'a path into a response',
    unit: 'characters',
    size: 200_000,
    make: (size) => () => valueAt({ a: {} }, 'a.'.repeat(size / 2)),
  },
  {
    kind: 'responses of other servers',
    name: 'a Link header',
    unit: 'characters',
    size: 100_000,
    make: (size) => () => nextLink('<a>;rel="x;'.repeat(size / 11)),
  },
  {
    kind: 'cron patterns',
    name: 'a cron pattern of lists',
    unit: 'characters',
    size: 50,
    make: (size) => {
      const minutes = list(size / 3, (index) => `${index % 60}`).join();
      return () => whyNotSchedule(Schedule.parse({ kind: 'cron', cron: `${minutes} 0 29 2 1` }));
    },
  },
  {
    kind: 'responses of other servers',
    name: 'Set-Cookie lines',
    unit: 'lines',
    size: 1_000,
    make: (size) => {
      const lines = list(size, (index) => `c${index}=1; Path=/; Path=/`);
      return () => takeCookies([], new URL('http://a.test/'), lines, 0);
    },
  },
  {
    kind: 'responses of other servers',
    name: 'a head of folded header lines',
    unit: 'lines',
    size: 10_000,
    make: (size) => {
      const head = Buffer.from(`HTTP/1.1 200 OK\na: b\n${' c\n'.repeat(size)}\n`);
      return () => readLooseHead(head);
    },
  },
  {
    kind: 'responses of other servers',
    name: 'the shape of a response',
    unit: 'items',
    size: 5_000,
    make: (size) => {
      const value = list(size, (index) => ({ [`k${index}`]: index, a: [index] }));
      return () => shapeOfValue(value);
    },
  },
  {
    kind: 'responses of other servers',
    name: 'a response learnt for drift',
    unit: 'members',
    size: 5_000,
    make: (size) => {
      const body = members(size, () => ({ a: 1 }));
      const answer = { status: 200, contentType: 'application/json', body };
      return () => learnAnswer(emptyProfile(), answer, { atMs: 0, logId: 'l' });
    },
  },
];
