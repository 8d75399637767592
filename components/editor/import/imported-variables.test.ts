import { expect, test } from 'vitest';
import { distinctVariables, rowsOfVariables, toCreate } from './imported-variables';

test('each variable is offered once, with its first value', () => {
  const read = [
    { name: 'HOST', value: '' },
    { name: 'HOST', value: 'https://a.example' },
    { name: 'HOST', value: 'https://b.example' },
  ];
  expect(distinctVariables(read)).toEqual([{ name: 'HOST', value: 'https://a.example' }]);
  const many = Array.from({ length: 500 }, (_, at) => ({ name: `V${at}`, value: 'x' }));
  expect(distinctVariables(many)).toHaveLength(200);
});

test('what may be a secret is proposed as one, and names that exist are kept as they are', () => {
  const rows = rowsOfVariables(
    [
      { name: 'HOST', value: 'https://a.example' },
      { name: 'TOKEN', value: 'abc-def-ghi' },
      { name: 'KNOWN', value: 'other value' },
      { name: 'EMPTY', value: '' },
      { name: 'MILLRACE_X', value: 'x' },
    ],
    ['KNOWN'],
  );
  expect(rows.map(({ name, isSecret, isThere }) => [name, isSecret, isThere])).toEqual([
    ['HOST', false, false],
    ['TOKEN', true, false],
    ['KNOWN', true, true],
    ['EMPTY', true, false],
  ]);
  expect(toCreate(rows).map(({ name }) => name)).toEqual(['HOST', 'TOKEN']);
});
