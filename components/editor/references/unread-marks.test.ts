import { expect, test } from 'vitest';
import type { ChipScope } from './chips';
import { readUnread } from './unread-marks';

const scope: ChipScope = {
  self: { slug: 'answer', name: 'Answer' },
  blocks: new Map([
    ['api', 'API'],
    ['answer', 'Answer'],
  ]),
  before: [],
  variables: [],
};

test.each([
  ['Hello <api.', '<api.', 'it is not closed'],
  ['Hello <api.data and more', '<api.data', 'it is not closed'],
  ['<api.data[x]> there', '<api.data[x]>', 'brackets hold a whole number'],
  ['one\n<api.data\ntwo', '<api.data', 'it is not closed'],
])('%j has an unfinished reference, which says what is missing', (text, source, words) => {
  const [found, ...others] = readUnread(text, scope);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ source, look: 'doubtful', start: text.indexOf('<') });
  expect(text.slice(found!.start, found!.end)).toBe(source);
  expect(found!.reason).toContain(words);
});

test.each([
  ['<', '<'],
  ['Order <', '<'],
  ['Order <id', '<id'],
  ['<api.data> and <na', '<na'],
  ['{"total": <to', '<to'],
])('%j ends in a reference for which no value was chosen', (text, source) => {
  const found = readUnread(text, scope);
  expect(found).toMatchObject([{ source, end: text.length, look: 'doubtful' }]);
  expect(found[0]!.reason).toContain('no value was chosen');
});

test('in code a "<" compares', () => {
  expect(readUnread('x <y', { ...scope, place: 'code' })).toEqual([]);
});

test.each([
  'a < b',
  '< ',
  '<api.data>',
  '<div> a <b ',
  '\\<',
  'a <1',
  '<b>',
  '\\<api.',
  'if (api < 3)',
  '<unknown.',
])('%j has none', (text) => {
  expect(readUnread(text, scope)).toEqual([]);
});
