import { binaryArray, type ElementType } from './binary-array';

/** A column of rows that are sent as one array per column. */
export interface UnnestedColumn<Row> {
  column: string;
  /** The type of one value, by its Postgres name. */
  type: ElementType;
  of(row: Row): unknown;
}

export interface UnnestedRows<Row> {
  /** The number of its parameters. */
  parameters: number;
  /** Returns `unnest($1::uuid[], $2::text[]) AS t(id, name)`, with parameters from `$first` on. */
  from(alias: string, first?: number): string;
  /**
   * Returns `(SELECT $1::uuid AS id, $2::text AS name) AS t`, the same for one row, with the parameters of
   * `valuesOf`. It costs Postgres nothing, while `unnest` fills a store for each column.
   */
  fromOne(alias: string, first?: number): string;
  /** Returns the reference to a column's whole array: `$2`, when its parameters begin with `$1`. */
  parameter(column: string): string;
  /** Returns the parameters: an array for each column, in order, in Postgres's binary format. */
  values(rows: readonly Row[]): Buffer[];
  valuesOf(row: Row): unknown[];
}

/**
 * Builds both halves of a statement that takes any number of rows in one round trip: its `FROM unnest(…)`,
 * built when the module is loaded, and the parameters, built for each group.
 */
export function unnestRows<Row>(columns: ReadonlyArray<UnnestedColumn<Row>>): UnnestedRows<Row> {
  const names = columns.map(({ column }) => column).join(', ');
  return {
    parameters: columns.length,
    from: (alias, first = 1) => {
      const arrays = columns.map(({ type }, index) => `$${first + index}::${type}[]`);
      return `unnest(${arrays.join(', ')}) AS ${alias}(${names})`;
    },
    fromOne: (alias, first = 1) => {
      const cells = columns.map(({ column, type }, index) => `$${first + index}::${type} AS ${column}`);
      return `(SELECT ${cells.join(', ')}) AS ${alias}`;
    },
    parameter: (column) => {
      const index = columns.findIndex((one) => one.column === column);
      if (index < 0) throw new Error(`There is no column “${column}” in this list.`);
      return `$${index + 1}`;
    },
    values: (rows) => columns.map(({ type, of }) => binaryArray(type, rows.map(of))),
    valuesOf: (row) => columns.map(({ of }) => of(row)),
  };
}

/**
 * Returns `INSERT INTO table (a, b) SELECT x, y`, to be followed by `FROM …`: each column is given with its
 * expression, so that the two lists stay in step. `true` means the source's column of the same name.
 */
export function insertSelect(table: string, columns: Readonly<Record<string, string | true>>): string {
  const expressions = Object.entries(columns).map(([column, from]) => (from === true ? column : from));
  return `INSERT INTO ${table} (${Object.keys(columns).join(', ')}) SELECT ${expressions.join(', ')}`;
}
