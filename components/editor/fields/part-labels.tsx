'use client';

import { Input } from '../../ui/input';
import type { EditedRow } from './row-list';

export interface PartLabelsProps {
  name: string;
  row: EditedRow;
  readOnly: boolean;
  onChange: (row: EditedRow) => void;
}

const PARTS = [
  { part: 'filename', label: 'file name', placeholder: 'File name' },
  { part: 'contentType', label: 'content type', placeholder: 'Content type, such as application/json' },
] as const;

/** The file name and content type of a part of a multipart body. */
export function PartLabels({ name, row, readOnly, onChange }: PartLabelsProps) {
  return (
    <div className="grid min-w-0 grid-cols-[2fr_3fr] gap-1.5">
      {PARTS.map(({ part, label, placeholder }) => (
        <Input
          key={part}
          aria-label={`${name} ${label}`}
          placeholder={placeholder}
          value={row[part] ?? ''}
          readOnly={readOnly}
          data-part-label={part}
          className="h-7 font-mono text-xs"
          onChange={(event) => onChange({ ...row, [part]: event.target.value })}
          onBlur={() => onChange(withoutEmpty(row))}
        />
      ))}
    </div>
  );
}

/** True if the labels are shown: for a lone reference, which may be a file, or once they were opened. */
export function showsPartLabels({ value, filename, contentType }: EditedRow): boolean {
  return filename !== undefined || contentType !== undefined || /^\s*<[A-Za-z_][^<>]*>\s*$/.test(value);
}

/** Removes labels that were opened and left empty. */
function withoutEmpty({ filename, contentType, ...row }: EditedRow): EditedRow {
  return {
    ...row,
    ...(filename === undefined || filename === '' ? {} : { filename }),
    ...(contentType === undefined || contentType === '' ? {} : { contentType }),
  };
}
