import type { ReactNode } from 'react';

export interface HeaderTableProps {
  headers: ReadonlyArray<readonly [name: string, value: string]>;
  /** Renders a value; the plain text by default. */
  value?: (name: string, value: string) => ReactNode;
}

/** The headers of a request or a response, unchanged. */
export function HeaderTable({ headers, value = (_, text) => text }: HeaderTableProps) {
  if (headers.length === 0) return <p className="text-faint text-xs">No headers.</p>;
  const rows = headers.map(([name, text], index) => ({ name, text, id: `${name}-${index}` }));
  return (
    <table translate="no" className="w-full table-fixed text-left text-xs">
      <colgroup>
        <col className="w-1/3" />
        <col />
      </colgroup>
      <thead className="sr-only">
        <tr>
          <th>Header</th>
          <th>Value</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line font-mono">
        {rows.map(({ id, name, text }) => (
          <tr key={id}>
            <td className="wrap-anywhere py-1 pr-3 align-top text-muted">{name}</td>
            <td className="wrap-anywhere py-1 align-top">{value(name, text)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
