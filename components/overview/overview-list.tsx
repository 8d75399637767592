import { type Column, DataTable } from '@/components/ui/data-table';

interface ListProps<Row> {
  title: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The first column names the row; the others contain numbers. */
  columns: readonly [Column<Row>, ...Column<Row>[]];
}

/** A table of numbers under a title; renders nothing without rows. */
export function List<Row>({ title, rows, keyOf, columns: [name, ...numbers] }: ListProps<Row>) {
  if (rows.length === 0) return null;
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="mb-2 font-medium text-sm">{title}</h2>
      <DataTable
        rows={rows}
        keyOf={keyOf}
        columns={[
          { className: 'max-w-64 truncate', ...name },
          ...numbers.map(
            (column): Column<Row> => ({ className: 'tabular whitespace-nowrap', isNumeric: true, ...column }),
          ),
        ]}
      />
    </section>
  );
}
