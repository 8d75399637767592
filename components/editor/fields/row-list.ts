/** The actions on one row of a list. */
export interface RowActs<Row> {
  onChange: (row: Row) => void;
  onRemove: () => void;
  onMove: (from: number, to: number) => void;
}

/** Returns the actions of the row at `index`; `save` gets the changed rows. */
export function actsOfRow<Row>(
  rows: readonly Row[],
  index: number,
  save: (rows: Row[]) => void,
): RowActs<Row> {
  return {
    onChange: (row) => save(withRow(rows, index, row)),
    onRemove: () => save(withoutRow(rows, index)),
    onMove: (from, to) => save(moveRow(rows, from, to)),
  };
}

/** A row as authored: parts may be missing. */
export interface EditedRow {
  key: string;
  value: string;
  enabled: boolean;
  description?: string;
  /** In a part of a multipart body: the name and type of the file. */
  filename?: string;
  contentType?: string;
  /** Its spelling in the imported source. */
  written?: string;
}

/** Returns the row with another key or value and without its imported spelling. */
export function respelled(row: EditedRow, part: Partial<Pick<EditedRow, 'key' | 'value'>>): EditedRow {
  const { written: _, ...rest } = row;
  return { ...rest, ...part };
}

export function rowsOf(value: unknown): EditedRow[] {
  if (!Array.isArray(value)) return [];
  return value.map((row: Partial<EditedRow> | null) => ({
    ...row,
    key: String(row?.key ?? ''),
    value: String(row?.value ?? ''),
    enabled: row?.enabled ?? true,
  }));
}

/** Returns rows with the one at `index` changed; an index past the end appends a row. */
export function withRow<Row>(rows: readonly Row[], index: number, row: Row): Row[] {
  return index === rows.length ? [...rows, row] : rows.map((other, at) => (at === index ? row : other));
}

export function withoutRow<Row>(rows: readonly Row[], index: number): Row[] {
  return rows.filter((_, at) => at !== index);
}

/** Moves one row; a target outside the list changes nothing. */
export function moveRow<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const row = rows[from];
  if (row === undefined || to < 0 || to >= rows.length) return [...rows];
  const rest = withoutRow(rows, from);
  return [...rest.slice(0, to), row, ...rest.slice(to)];
}
