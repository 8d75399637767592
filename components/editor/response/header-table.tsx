'use client';

import { stepText } from '../references/completion';

export interface HeaderTableProps {
  headers: ReadonlyArray<{ name: string; value: string }>;
  /** Gets the header as a step of a path. */
  onPick: (step: string) => void;
}

/** The headers of an answer; a press on a value uses it as a reference. */
export function HeaderTable({ headers, onPick }: HeaderTableProps) {
  if (headers.length === 0) return <p className="text-faint text-sm">The answer had no headers.</p>;
  const rows = headers.map((header, index) => ({ ...header, id: `${header.name}-${index}` }));
  return (
    <table className="w-full table-fixed text-left text-xs">
      <thead className="sr-only">
        <tr>
          <th>Header</th>
          <th>Value</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line font-mono">
        {rows.map(({ id, name, value }) => (
          <tr key={id}>
            <td className="w-2/5 break-words py-1 pr-3 align-top text-muted">{name}</td>
            <td className="align-top">
              <button
                type="button"
                title="Use this value"
                onClick={() => onPick(stepText(name).replace(/^\./, ''))}
                className="w-full break-all rounded-sm px-1 py-1 text-left hover:bg-accent-soft"
              >
                {value}
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
