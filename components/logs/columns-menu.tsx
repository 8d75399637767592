'use client';

import { Columns3, X } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover';
import { Segmented } from '@/components/ui/segmented';
import {
  INPUTS_AND_OUTPUTS,
  type ListColumns,
  OPTIONAL_COLUMNS,
  type OptionalColumn,
  STANDARD_COLUMNS,
  whyNoColumn,
} from './list-columns';
import { changeListLayout, type Density, useListLayout } from './list-layout';
import { useListColumns } from './use-list-columns';

const DENSITIES: ReadonlyArray<{ value: Density; label: string }> = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
];

/** Chooses the columns of the list, and the row density on this device. */
export function ColumnsMenu() {
  const { density } = useListLayout();
  const [columns, choose] = useListColumns();
  const headingId = useId();
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button size="sm">
          <Columns3 aria-hidden />
          <span className="max-sm:sr-only">Columns</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Columns and density" align="end" className="w-72 overflow-y-auto">
        <Segmented
          aria-label="Density"
          value={density}
          options={DENSITIES}
          onValueChange={(chosen) => changeListLayout({ density: chosen })}
        />
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="sm" onClick={() => choose(INPUTS_AND_OUTPUTS)}>
            Inputs and outputs
          </Button>
          <Button size="sm" variant="ghost" onClick={() => choose(STANDARD_COLUMNS)}>
            Standard
          </Button>
        </div>
        <h2 id={headingId} className="mt-3 mb-1 font-medium text-muted text-xs">
          Columns (hidden when narrow)
        </h2>
        <ul aria-labelledby={headingId} className="grid grid-cols-2">
          {OPTIONAL_COLUMNS.map(({ id, label }) => (
            <li key={id} className="rounded-md px-1 py-1.5 hover:bg-hover">
              <Checkbox
                label={label}
                checked={columns.optional.includes(id)}
                onCheckedChange={(checked) => choose(withOptional(columns, id, checked))}
              />
            </li>
          ))}
        </ul>
        <ValueColumns columns={columns} onChoose={choose} />
      </PopoverContent>
    </Popover>
  );
}

const withOptional = (columns: ListColumns, id: OptionalColumn, isChosen: boolean): ListColumns => ({
  ...columns,
  optional: OPTIONAL_COLUMNS.flatMap((each) =>
    (each.id === id ? isChosen : columns.optional.includes(each.id)) ? [each.id] : [],
  ),
});

interface ValueColumnsProps {
  columns: ListColumns;
  onChoose: (columns: ListColumns) => void;
}

/** The columns with values of the runs, and a field for another one. */
function ValueColumns({ columns, onChoose }: ValueColumnsProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const add = (event: FormEvent) => {
    event.preventDefault();
    const path = text.trim();
    const why = whyNoColumn(path, columns);
    setProblem(why);
    if (why !== null) return;
    onChoose({ ...columns, paths: [...columns.paths, path] });
    setText('');
  };
  return (
    <>
      {columns.paths.length === 0 ? null : (
        <ul aria-label="Columns with values" className="mt-1">
          {columns.paths.map((path) => (
            <li key={path} className="flex items-center gap-2 rounded-md pl-2 hover:bg-hover">
              <span className="min-w-0 flex-1 truncate font-mono text-xs">{path}</span>
              <IconButton
                label={`Remove ${path}`}
                onClick={() => onChoose({ ...columns, paths: columns.paths.filter((one) => one !== path) })}
              >
                <X />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <form noValidate onSubmit={add} className="mt-3 flex items-end gap-2 border-line border-t pt-3">
        <Field label="A value of each run" error={problem ?? undefined} className="min-w-0 flex-1">
          <Input
            value={text}
            placeholder="input.customer.id"
            spellCheck={false}
            autoCapitalize="off"
            className="font-mono text-xs"
            onChange={(event) => {
              setText(event.target.value);
              setProblem(null);
            }}
          />
        </Field>
        <Button type="submit">Add</Button>
      </form>
    </>
  );
}
