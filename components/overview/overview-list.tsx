import type { ReactNode } from 'react';
import { Table, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table';

export interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
}

interface ListProps<Row> {
  title: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The first column names the row; the others contain numbers. */
  columns: readonly [Column<Row>, ...Column<Row>[]];
}

/** A table of numbers under a title; renders nothing without rows. */
export function List<Row>({ title, rows, keyOf, columns }: ListProps<Row>) {
  if (rows.length === 0) return null;
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="mb-2 font-medium text-sm">{title}</h2>
      <Table>
        <TableHead>
          <tr>
            {columns.map((column, index) => (
              <TableHeader key={column.title} className={index > 0 ? 'text-right' : ''}>
                {column.title}
              </TableHeader>
            ))}
          </tr>
        </TableHead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={keyOf(row)}>
              {columns.map((column, index) => (
                <TableCell
                  key={column.title}
                  className={index > 0 ? 'tabular whitespace-nowrap text-right' : 'max-w-64 truncate'}
                >
                  {column.cell(row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
