import type { PartRow, Row } from '../../rows';
import { readQueryRows } from '../curl/request-url';
import { type CollectionRow, MAX_ROWS } from './collection';
import type { WritePair } from './write-pair';

/** Returns the rows of a query, spelled as the tool would send them. */
export const queryRows = (rows: readonly CollectionRow[], write: WritePair | null): Row[] =>
  rows.slice(0, MAX_ROWS).map((row): Row => {
    const { key, value, enabled } = row;
    const pair = write === null || key.includes('{{') || value.includes('{{') ? null : write(key, value);
    const [spelled, ...others] = (pair !== null && readQueryRows(pair, 'query')) || [];
    return spelled === undefined || others.length > 0 ? { key, value, enabled } : { ...spelled, enabled };
  });

export const plainRows = (rows: readonly CollectionRow[]): Row[] =>
  rows.slice(0, MAX_ROWS).map(({ key, value, enabled }) => ({ key, value, enabled }));

/** Returns multipart rows. A file is on someone's disk, so its row is off until it refers to a file. */
export function partRows(rows: readonly CollectionRow[], warnings: string[]): PartRow[] {
  return rows.slice(0, MAX_ROWS).map(({ key, value, enabled, file, ...labels }): PartRow => {
    if (file === undefined) return { key, value, enabled, ...labels };
    const filename = file.split(/[\\/]/).at(-1) || file;
    warnings.push(`The part “${key}” sends a file: put a reference to one there and enable its row.`);
    return { key, value: '', enabled: false, description: `File ${file}`, filename, ...labels };
  });
}
