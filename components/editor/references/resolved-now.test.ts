import { expect, test } from 'vitest';
import type { ScopeBlock } from './known-value';
import { knownScope, resolvedNow } from './resolved-now';

const block = (slug: string, output?: Record<string, unknown>): ScopeBlock => ({
  slug,
  name: slug,
  icon: [],
  fields: [],
  ...(output === undefined ? {} : { last: { from: 'run' as const, output } }),
});
const known = knownScope(
  [block('list', { data: { id: 7, name: 'Ada "A"', tags: ['x'] }, none: null }), block('later')],
  ['TOKEN'],
);
const now = (text: string, language: 'text' | 'json' | 'expression' | 'function' = 'text') =>
  resolvedNow(text, language, known)?.map(({ kind, text: shown }) => `${kind}:${shown}`) ?? null;

test('text is joined with the values in it', () => {
  expect(now('/items/<list.data.id>?q=<list.none>')).toEqual([
    'text:/items/',
    'value:7',
    'text:?q=',
    'value:',
  ]);
  expect(now('<list.data.tags> and <list.data.gone ?? "none">')).toEqual([
    'value:["x"]',
    'text: and ',
    'value:none',
  ]);
});

test('what stands alone is shown as the value it is', () => {
  expect(now(' <list.data.name> ')).toEqual(['value:Ada "A"']);
  expect(now('<list.data.tags>')).toEqual(['value:[\n  "x"\n]']);
});

test('secrets are masked, and what isn’t known is named', () => {
  expect(now('Bearer {{TOKEN}}')).toEqual(['text:Bearer ', 'secret:•••']);
  expect(now('{{MISSING}} <later.data> <list.data.gone>')).toEqual([
    'unknown:{{MISSING}}',
    'text: ',
    'unknown:<later.data>',
    'text: ',
    'unknown:<list.data.gone>',
  ]);
});

test('JSON is indented once everything in it is known, with text escaped as a run does', () => {
  expect(now('{"who": "Hi <list.data.name>", "id": <list.data.id>, "key": {{TOKEN}}}', 'json')).toEqual([
    'value:{\n  "who": "Hi Ada \\"A\\"",\n  "id": 7,\n  "key": "•••"\n}',
  ]);
  expect(now('{"id": <later.id>}', 'json')).toEqual(['text:{"id": ', 'unknown:<later.id>', 'text:}']);
});

test('code shows values as they are written in code', () => {
  expect(now('return <list.data.name> + <list.data.id>', 'expression')).toEqual([
    'text:return ',
    'value:"Ada \\"A\\""',
    'text: + ',
    'value:7',
  ]);
});

test('nothing is said of a function: values are bound to its code, not written into it', () => {
  expect(now('return <list.data.id>', 'function')).toBeNull();
});

test('nothing is said of a text without references, and long values are cut', () => {
  expect(now('plain < text')).toBeNull();
  expect(now('<stranger.value>')).toBeNull();
  const long = knownScope([block('list', { text: 'a'.repeat(5_000) })]);
  expect(resolvedNow('<list.text>', 'text', long)?.[0]?.text).toHaveLength(1_001);
});
