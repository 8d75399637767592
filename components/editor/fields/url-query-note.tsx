'use client';

import { Button } from '../../ui/button';
import { cn } from '../../ui/class-names';
import { useSetting } from '../store/use-setting';
import type { FieldForm } from './field-props';
import type { EditedRow } from './row-list';
import { readQueryRows } from './url-query';

export interface UrlQueryNoteProps {
  blockId: string;
  field: { name: string };
  form: FieldForm;
  rows: readonly EditedRow[];
}

/** Shows the part of the query that is still in the URL itself, and offers to move it into rows. */
export function UrlQueryNote({ blockId, field, form, rows }: UrlQueryNoteProps) {
  const urlField = form.fields.find((other) => other.queryField === field.name);
  const url = useSetting(blockId, urlField?.name);
  const own = typeof url === 'string' ? readQueryRows(url) : null;
  if (urlField === undefined || own === null) return null;
  const move = () =>
    form.onChange(
      { [urlField.name]: own.url, [field.name]: [...own.rows, ...rows] },
      'Move the URL’s query into rows',
    );
  return (
    <div
      className={cn(
        'flex items-center justify-between gap-3 rounded-md bg-sunken px-2.5 py-1.5 text-muted text-xs',
      )}
    >
      <span className="min-w-0">
        Sent first, as written in the URL:{' '}
        <span className="break-all font-mono text-2xs">{own.rows.map((row) => row.key).join(', ')}</span>
      </span>
      <Button
        variant="link"
        size="sm"
        onClick={move}
        title="Uses standard encoding: spaces become %20, for example"
      >
        Move into rows
      </Button>
    </div>
  );
}
