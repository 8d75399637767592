import { expect, test } from 'vitest';
import { mentionAt, suggestedFor, withMention } from './mention-at';

/** The caret is at the `|`. */
const at = (marked: string) => mentionAt(marked.replace('|', ''), marked.indexOf('|'));

test.each([
  ['@|', { start: 0, typed: '' }],
  ['Hello @Ada Lo|', { start: 6, typed: 'Ada Lo' }],
  ['(@a|)', { start: 1, typed: 'a' }],
  ['me@example|', null],
  ['@ |', null],
  ['@Ada\nand|', null],
  ['nobody|', null],
])('%s', (marked, found) => {
  expect(at(marked)).toEqual(found);
});

test('people are found by the beginning of any word of their name, six at most', () => {
  const people = ['Ada Lovelace', 'Grace Hopper', 'Ann-Lovett'].map((name) => ({ name }));
  const names = (typed: string) => suggestedFor(typed, people).map(({ name }) => name);
  expect(names('')).toHaveLength(3);
  expect(names('LOV')).toEqual(['Ada Lovelace', 'Ann-Lovett']);
  expect(names('ada l')).toEqual(['Ada Lovelace']);
  expect(names('x')).toEqual([]);
  const many = Array.from({ length: 9 }, (_, n) => ({ name: `Ada ${n}` }));
  expect(suggestedFor('ada', many)).toHaveLength(6);
});

test('the name takes the place of what is typed, with one space behind it', () => {
  expect(withMention('See @gr for more', { start: 4, typed: 'gr' }, 'Grace')).toEqual({
    text: 'See @Grace for more',
    caret: 11,
  });
});
