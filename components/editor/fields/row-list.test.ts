import { expect, test } from 'vitest';
import { defaultFromText, textFromDefault } from './input-field-list';
import { actsOfRow, moveRow, rowsOf, withoutRow, withRow } from './row-list';

test('rows change, grow, go and move', () => {
  expect(withRow(['a', 'b'], 1, 'x')).toEqual(['a', 'x']);
  expect(withRow(['a'], 1, 'x')).toEqual(['a', 'x']);
  expect(withoutRow(['a', 'b'], 0)).toEqual(['b']);
  expect(moveRow(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moveRow(['a', 'b'], 0, 2)).toEqual(['a', 'b']);
});

test('rows as authored may lack parts', () => {
  expect(rowsOf([{ key: 'a' }, { key: 'b', value: 'c', enabled: false }])).toEqual([
    { key: 'a', value: '', enabled: true },
    { key: 'b', value: 'c', enabled: false },
  ]);
  expect(rowsOf('no rows')).toEqual([]);
});

test('a default keeps every character that was typed', () => {
  for (const text of ['1', '1.', '1.50', '-', '-3', '{"a":1}', '{"a": 1}', '[', 'true'])
    for (const type of ['string', 'number', 'boolean', 'object', 'array'] as const)
      expect(textFromDefault(defaultFromText(text, type))).toBe(text);
  expect(defaultFromText('1.5', 'number')).toBe(1.5);
  expect(defaultFromText('true', 'boolean')).toBe(true);
  expect(defaultFromText('1.5', 'string')).toBe('1.5');
});

test('the acts of a row save the whole list', () => {
  const saved: string[][] = [];
  const acts = actsOfRow(['a', 'b', 'c'], 1, (rows) => saved.push(rows));
  acts.onChange('x');
  acts.onRemove();
  acts.onMove(1, 0);
  expect(saved).toEqual([
    ['a', 'x', 'c'],
    ['a', 'c'],
    ['b', 'a', 'c'],
  ]);
});
