import { ExactNumber } from '@/lib/platform/text/exact-number';
import { writeJson } from '@/lib/platform/text/json-text';
import { csvLine } from './csv-line';
import { isBranch, type JsonPath } from './json-tree';

type Row = Readonly<Record<string, unknown>>;

/** A list of objects that can be shown as a table. */
export interface JsonTable {
  /** The path of the list in the value. */
  path: JsonPath;
  rows: readonly Row[];
  columns: readonly string[];
  /** The number of columns that are not shown because there are too many. */
  hidden: number;
}

export interface TableOrder {
  column: string;
  descending: boolean;
}

const MAX_DEPTH = 3;
const MAX_COLUMNS = 60;
/** Later rows of a list rarely have new keys. */
const ROWS_FOR_COLUMNS = 1_000;

/** Returns the longest list of objects near the root of a value; null if there is none. */
export function tableIn(value: unknown): JsonTable | null {
  let best: { path: JsonPath; rows: readonly Row[] } | null = null;
  const visit = (inside: unknown, path: JsonPath) => {
    if (isRows(inside)) {
      if (best === null || inside.length > best.rows.length) best = { path, rows: inside };
    } else if (path.length < MAX_DEPTH && isBranch(inside) && !Array.isArray(inside))
      for (const [key, member] of Object.entries(inside)) visit(member, [...path, key]);
  };
  visit(value, []);
  return best === null ? null : withColumns(best);
}

const isRows = (value: unknown): value is Row[] =>
  Array.isArray(value) && value.length > 0 && value.every((row) => isBranch(row) && !Array.isArray(row));

function withColumns({ path, rows }: Pick<JsonTable, 'path' | 'rows'>): JsonTable {
  const names = new Set(rows.slice(0, ROWS_FOR_COLUMNS).flatMap((row) => Object.keys(row)));
  const columns = [...names].slice(0, MAX_COLUMNS);
  return { path, rows, columns, hidden: names.size - columns.length };
}

/** Returns the rows' indexes in this order; missing values come last in both directions. */
export function orderOf({ rows }: Pick<JsonTable, 'rows'>, order: TableOrder | null): number[] {
  const places = rows.map((_, at) => at);
  if (order === null) return places;
  const keys = rows.map((row) => sortKey(cellOf(row, order.column)));
  const sign = order.descending ? -1 : 1;
  return places.sort((a, b) => compare(keys[a] ?? NOTHING, keys[b] ?? NOTHING, sign) || a - b);
}

/** Reads own properties only. */
export const cellOf = (row: Row | undefined, column: string): unknown =>
  row !== undefined && Object.hasOwn(row, column) ? row[column] : undefined;

/** Sorts numbers before texts before everything else. */
interface SortKey {
  kind: 0 | 1 | 2 | 3;
  number: number;
  text: string;
}
const NOTHING: SortKey = { kind: 3, number: 0, text: '' };

function sortKey(value: unknown): SortKey {
  if (value === undefined || value === null) return NOTHING;
  if (typeof value === 'number' || value instanceof ExactNumber)
    return { kind: 0, number: Number(value), text: '' };
  if (typeof value === 'string') return { kind: 1, number: 0, text: value };
  return { kind: 2, number: 0, text: writeJson(value) ?? '' };
}

const texts = new Intl.Collator('en', { numeric: true });

function compare(a: SortKey, b: SortKey, sign: 1 | -1): number {
  if (a.kind === 3 || b.kind === 3 || a.kind !== b.kind) return a.kind - b.kind;
  return sign * (a.kind === 0 ? a.number - b.number : texts.compare(a.text, b.text));
}

/** Returns the table as CSV for spreadsheets, in this order. */
export function tableCsv({ rows, columns }: JsonTable, order: readonly number[]): string {
  const lines = order.map((at) => csvLine(columns.map((column) => csvValue(cellOf(rows[at], column)))));
  return csvLine(columns) + lines.join('');
}

function csvValue(value: unknown): string | number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number') return value;
  return writeJson(value) ?? null;
}
