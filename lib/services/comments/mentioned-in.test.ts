import { expect, test } from 'vitest';
import { mentionedIn } from './mentioned-in';

const PEOPLE = [
  { id: 'ada', name: 'Ada' },
  { id: 'lovelace', name: 'Ada Lovelace' },
  { id: 'oz', name: 'Özgür' },
  { id: 'twin', name: 'ada' },
];

test.each([
  ['@Ada Lovelace, look', ['lovelace']],
  ['look @ada.', ['ada', 'twin']],
  ['(@ÖZGÜR)', ['oz']],
  ['@Adam and @Ada Lovelaces', ['ada', 'twin']],
  ['ada@example.com, me@Ada', []],
  ['nobody: Ada', []],
  ['@', []],
])('%s', (text, ids) => {
  expect(mentionedIn(text, PEOPLE)).toEqual(ids);
});

test('a text of many names mentions twenty people at most', () => {
  const people = Array.from({ length: 50 }, (_, n) => ({ id: String(n), name: `Person ${n} of all` }));
  const text = people.map(({ name }) => `@${name}`).join(' ');
  expect(mentionedIn(text, people)).toHaveLength(20);
});
