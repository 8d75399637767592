import { expect, test } from 'vitest';
import { readParameters } from '@/lib/core/json-schema/read-schema';
import { type ParameterRow, readParameterRows, whyNotParameter, writeParameterRows } from './parameter-list';

const CITY: ParameterRow = { name: 'city', type: 'string', required: true, description: 'Of the weather' };
const DAYS: ParameterRow = { name: 'days', type: 'integer', required: false, description: '' };

test('rows become a schema that is read back as the same rows', () => {
  const text = writeParameterRows([CITY, DAYS]);
  expect(readParameters(text)).toMatchObject({
    ok: true,
    schema: { properties: { city: { type: 'string' }, days: { type: 'integer' } }, required: ['city'] },
  });
  expect(readParameterRows(text)).toEqual([CITY, DAYS]);
  expect(readParameterRows('')).toEqual([]);
  expect(writeParameterRows([])).toBe('');
});

test.each([
  ['a limit', '{"type": "object", "properties": {"a": {"type": "string", "enum": ["x"]}}}'],
  [
    'a shape inside',
    '{"type": "object", "properties": {"a": {"type": "array", "items": {"type": "string"}}}}',
  ],
  ['two types', '{"type": "object", "properties": {"a": {"type": ["string", "null"]}}}'],
  ['a rule for others', '{"type": "object", "properties": {}, "additionalProperties": false}'],
  ['a requirement of something else', '{"type": "object", "properties": {}, "required": ["b"]}'],
  ['an unnamed parameter', '{"type": "object", "properties": {"": {"type": "string"}}}'],
  ['another type', '{"type": "string"}'],
  ['a list', '[]'],
  ['unfinished text', '{"type": "obj'],
])('a schema with %s stays JSON', (_, text) => {
  expect(readParameterRows(text)).toBeNull();
});

test('a second parameter of the same name is refused, and the first stays', () => {
  const rows = [CITY, { ...DAYS, name: 'city' }, { ...DAYS, name: '' }];
  expect(rows.map((_, index) => whyNotParameter(rows, index) !== null)).toEqual([false, true, false]);
  expect(readParameterRows(writeParameterRows(rows))).toEqual([CITY]);
});
