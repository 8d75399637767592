import type { ReactNode } from 'react';
import { cn } from './class-names';
import {
  Table,
  TableActions,
  TableActionsHeader,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from './table';

export interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  /** Aligns the title and the cells right. */
  isNumeric?: true;
  /** Of the cells. */
  className?: string;
}

export interface DataTableProps<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  columns: ReadonlyArray<Column<Row>>;
  /** The buttons of a row, in sight at its right edge also while a narrow screen scrolls the table. */
  actions?: (row: Row) => ReactNode;
  className?: string;
  rowClassName?: string;
}

/** Rows of one kind under the titles of their columns. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, keyOf, columns, actions, className, rowClassName } = props;
  return (
    <Table className={className}>
      <TableHead>
        <TableRow>
          {columns.map(({ title, isNumeric }) => (
            <TableHeader key={title} className={isNumeric && 'text-right'}>
              {title}
            </TableHeader>
          ))}
          {actions ? <TableActionsHeader /> : null}
        </TableRow>
      </TableHead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={keyOf(row)} className={rowClassName}>
            {columns.map(({ title, isNumeric, className: cellClassName, cell }) => (
              <TableCell key={title} className={cn(isNumeric && 'text-right', cellClassName)}>
                {cell(row)}
              </TableCell>
            ))}
            {actions ? <TableActions>{actions(row)}</TableActions> : null}
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}
