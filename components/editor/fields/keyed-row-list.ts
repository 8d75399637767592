import type { EditedRow } from './row-list';

export interface KeyedRow {
  key: string;
  value: string;
  /** False for a value whose key no longer exists: it stays until the user removes it. */
  isUsed: boolean;
}

/** Returns a row for every key, in order, then the values of keys that no longer exist. */
export function keyedRows(keys: readonly string[], rows: readonly EditedRow[]): KeyedRow[] {
  const values = new Map(rows.map((row) => [row.key.trim(), row]));
  const used = keys.map((key) => {
    const row = values.get(key);
    return { key, value: row?.enabled === false ? '' : (row?.value ?? ''), isUsed: true };
  });
  const left = [...values].filter(([key, row]) => !keys.includes(key) && key !== '' && row.value !== '');
  return [...used, ...left.map(([key, row]) => ({ key, value: row.value, isUsed: false }))];
}

export function withKeyedValue(rows: readonly EditedRow[], key: string, value: string): EditedRow[] {
  const others = rows.filter((row) => row.key.trim() !== key);
  const before = rows.findLast((row) => row.key.trim() === key);
  if (before === undefined) return [...others, { key, value, enabled: true }];
  return rows.flatMap((row) => {
    if (row.key.trim() !== key) return [row];
    return row === before ? [{ ...row, key, value, enabled: true }] : [];
  });
}
