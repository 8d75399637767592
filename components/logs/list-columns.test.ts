import { expect, test } from 'vitest';
import { INPUTS_AND_OUTPUTS, readColumns, STANDARD_COLUMNS, whyNoColumn, writeColumns } from './list-columns';

test('columns come back from an address as they went', () => {
  for (const columns of [
    STANDARD_COLUMNS,
    INPUTS_AND_OUTPUTS,
    { optional: [], paths: [] },
    { optional: [], paths: ["input.customer['odd key'][0]", 'output'] },
  ])
    expect(readColumns(writeColumns(columns))).toEqual(columns);
  expect(readColumns(null)).toBeNull();
});

test('what an address has besides columns is left out', () => {
  expect(readColumns('duration,time,nothing,input.a,input.<b>,time,input.a')).toEqual({
    optional: ['time', 'duration'],
    paths: ['input.a'],
  });
  const many = Array.from({ length: 12 }, (_, at) => `output.v${at}`);
  expect(readColumns(many.join())?.paths).toEqual(many.slice(0, 8));
});

test('a path that can’t be a column is refused with words', () => {
  const columns = { optional: [], paths: ['input.a'] };
  expect(whyNoColumn('output.total', columns)).toBeNull();
  expect(whyNoColumn('input.a', columns)).toBe('This column is there already.');
  for (const text of ['', 'total', 'inputs.a', 'input.', 'input[', 'input.a,output'])
    expect([text, whyNoColumn(text, columns)]).toEqual([text, expect.stringMatching(/^Type a path/)]);
});
