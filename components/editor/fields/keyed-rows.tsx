'use client';

import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Field } from '@/lib/core/blocks/field';
import { cn } from '../../ui/class-names';
import { IconButton } from '../../ui/icon-button';
import { ReferenceInput } from '../references/reference-input';
import { useConfig } from '../store/use-setting';
import { FieldNotes } from './field-notes';
import type { FieldProps } from './field-props';
import { type KeyedRow, keyedRows, withKeyedValue } from './keyed-row-list';
import { problemNote } from './problem-note';
import { problemsAt, problemsElsewhere } from './problem-places';
import type { EditedRow } from './row-list';

export interface KeyedRowsProps extends FieldProps {
  /** Keys that always have a row, in order. */
  rowKeys: NonNullable<Field['rowKeys']>;
  rows: readonly EditedRow[];
}

/** Rows whose keys are defined elsewhere, for example in a URL's path; only their values are edited here. */
export function KeyedRows({ field, blockId, rowKeys, rows, onChange, problems, readOnly }: KeyedRowsProps) {
  const shown = keyedRows(rowKeys(useConfig(blockId)), rows);
  if (shown.length === 0) return null;
  /** Returns a row's paths by its key, since an empty row has no index among the rows, and by its index. */
  const placesOf = (key: string) => [
    `${field.name}.${key}`,
    ...rows.flatMap((row, index) => (row.key.trim() === key ? [`${field.name}.${index}`] : [])),
  ];
  const shownPlaces = shown.flatMap(({ key }) => placesOf(key));
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">{field.label}</legend>
      {shown.map((row) => (
        <KeyedRowLine
          key={row.key}
          row={row}
          label={field.label}
          blockId={blockId}
          readOnly={readOnly}
          error={problemNote(placesOf(row.key).flatMap((place) => problemsAt(problems, place)))}
          onValue={(value) => onChange(withKeyedValue(rows, row.key, value))}
          onRemove={() => onChange(rows.filter((other) => other.key.trim() !== row.key))}
        />
      ))}
      <FieldNotes help={field.help} error={problemNote(problemsElsewhere(problems, shownPlaces))} />
    </fieldset>
  );
}

interface KeyedRowLineProps {
  row: KeyedRow;
  label: string;
  blockId: string;
  readOnly: boolean;
  error: ReactNode;
  onValue: (value: string) => void;
  onRemove: () => void;
}

function KeyedRowLine({ row, label, blockId, readOnly, error, onValue, onRemove }: KeyedRowLineProps) {
  return (
    <div className="flex items-start gap-1.5">
      <div className="grid min-w-0 flex-1 grid-cols-[2fr_3fr] items-center gap-1.5">
        <span
          title={row.isUsed ? row.key : `“${row.key}” is no longer in the URL.`}
          className={cn(
            'truncate px-2.5 font-mono text-xs',
            row.isUsed ? 'text-ink' : 'text-faint line-through',
          )}
        >
          {row.key}
        </span>
        <ReferenceInput
          aria-label={`${label}: ${row.key}`}
          blockId={blockId}
          value={row.value}
          placeholder="Value"
          readOnly={readOnly}
          mono
          invalid={error !== undefined}
          onChange={onValue}
        />
        {error === undefined ? null : (
          <p role="alert" className="col-start-2 text-danger text-xs">
            {error}
          </p>
        )}
      </div>
      {row.isUsed || readOnly ? null : (
        <IconButton
          size="sm"
          className="mt-1"
          label={`Remove ${row.key}, no longer in the URL`}
          onClick={onRemove}
        >
          <X />
        </IconButton>
      )}
    </div>
  );
}
