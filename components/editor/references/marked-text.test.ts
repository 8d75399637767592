import { expect, test } from 'vitest';
import { markText } from './marked-text';

const scope = { slugs: ['start', 'later'], inScope: new Set(['start']), variables: ['TOKEN'] };
const marks = (text: string) => markText(text, scope).map((part) => [part.text, part.mark]);

test('references, variables and ordinary text are told apart', () => {
  expect(marks('a <start.id> <later.x> <div.x> {{TOKEN}}{{NOPE}}')).toEqual([
    ['a ', null],
    ['<start.id>', 'reference'],
    [' ', null],
    ['<later.x>', 'broken'],
    [' <div.x> ', null],
    ['{{TOKEN}}', 'variable'],
    ['{{NOPE}}', 'unknown-variable'],
  ]);
});

test('the parts are the text', () => {
  const text = '{"a": <start.id>, "b": "\\<start.id>"}';
  expect(
    markText(text, scope)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});
