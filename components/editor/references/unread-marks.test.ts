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

test.each(['a < b', '<', '<api.data>', '<div> a <b', '\\<api.', 'if (api < 3)', '<unknown.'])(
  '%j has none',
  (text) => {
    expect(readUnread(text, scope)).toEqual([]);
  },
);
