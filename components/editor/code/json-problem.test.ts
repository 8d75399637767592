import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findJsonProblem } from './json-problem';
import { readJsonTokens } from './json-tokens';

const holesIn = (text: string) =>
  [...text.matchAll(/<[\w.]+>|\{\{\w+\}\}/g)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
const problem = (text: string) => findJsonProblem(text, holesIn(text));

describe('JSON with references', () => {
  test('is whole with references bare, in quotes and as variables', () => {
    expect(problem('{"a": <api.data>, "b": "x <api.id> y", "c": [{{N}}, -1.5e3, null]}')).toBeNull();
    expect(problem('<api.data>')).toBeNull();
    expect(problem('  ')).toBeNull();
  });

  test.each([
    ['{"a": 1 "b": 2}', 8, 'A comma is missing before this.'],
    ['{"a": 1,}', 8, 'A name in double quotes is missing here; before “}” there is no comma.'],
    ['[1, 2,]', 6, 'There is an extra comma before “]”.'],
    ['{"a" 1}', 5, 'A colon is missing between the name and its value.'],
    ["{'a': 1}", 1, 'JSON needs double quotes, not single quotes.'],
    ['{a: 1}', 1, '“a” is not a JSON value; text needs double quotes.'],
    ['{"a": "x}', 6, 'The closing “"” of this text is missing.'],
    ['{"a": [1}', 8, '“]” is missing here, not “}”.'],
    ['{"a": 1', 6, '“}” is missing at the end.'],
    ['[1,, 2]', 3, 'There is an extra comma.'],
    ['1 2', 2, 'Unexpected text after the end of the JSON value.'],
    ['{"a": <nope', 6, '<nope is not a reference to a block of this workflow; text needs quotes.'],
  ])('%s says where and what', (text, start, message) => {
    expect(problem(text)).toMatchObject({ start, message });
  });

  test('names the line', () => {
    expect(problem('{\n  "a": 1\n  "b": 2\n}')?.line).toBe(3);
  });

  test('agrees with JSON.parse on what is JSON', () => {
    const pieces = fc.array(
      fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '1', 'true', ' ', '\n', '-', 'x'),
      {
        maxLength: 8,
      },
    );
    const parses = (text: string) => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false; // The property tests exactly this.
      }
    };
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          pieces.map((parts) => parts.join('')),
        ),
        (text) => {
          if (text.trim() !== '') expect(findJsonProblem(text, []) === null).toBe(parses(text));
        },
      ),
      { numRuns: 3_000 },
    );
  });
});

test('tokens tell names from values', () => {
  const text = '{"a": "b", "n": <api.data>}';
  expect(readJsonTokens(text, holesIn(text)).map((token) => token.kind)).toEqual([
    'mark',
    'key',
    'mark',
    'string',
    'mark',
    'key',
    'mark',
    'value',
    'mark',
  ]);
});
