import { expect, test } from 'vitest';
import { keyedRows, withKeyedValue } from './keyed-row-list';

const row = (key: string, value: string) => ({ key, value, enabled: true });

test('every key has a row; values of keys that went stay until removed', () => {
  const rows = [row('old', 'x'), row('id', '7'), row('blank', '')];
  expect(keyedRows(['team', 'id'], rows)).toEqual([
    { key: 'team', value: '', isUsed: true },
    { key: 'id', value: '7', isUsed: true },
    { key: 'old', value: 'x', isUsed: false },
  ]);
});

test('a value is written into its row, made when it has none', () => {
  expect(withKeyedValue([row('id', '7')], 'id', '8')).toEqual([row('id', '8')]);
  expect(withKeyedValue([row('id', '7')], 'team', 'a')).toEqual([row('id', '7'), row('team', 'a')]);
});
