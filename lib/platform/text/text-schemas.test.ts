import { expect, test } from 'vitest';
import { singleLineText } from './text-schemas';

const Name = singleLineText(80);

test.each([
  ['a space of no width', '\u200b'],
  ['a mark that turns the direction', '\u202e\u2066\u200f'],
  ['a joiner between spaces', '\u2060 \u200d'],
  ['a filler of Hangul', '\u3164'],
  ['the empty pattern of Braille', '\u2800'],
])('a name of only %s is refused', (_, name) => {
  expect(Name.safeParse(name).error?.issues.map(({ message }) => message)).toEqual([
    'Use at least one visible character.',
  ]);
});

test.each(['Auftrag prüfen', '確認', 'می\u200cخواهم', '\u200fשלום', '👩\u200d💻', 'e\u0301', '–'])(
  'the name %s is taken as it is',
  (name) => expect(Name.parse(name)).toBe(name),
);

test('an empty name is told once', () => {
  expect(Name.safeParse('  ').error?.issues.map(({ message }) => message)).toEqual(['Enter a name.']);
});
