'use client';

import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import { ReferenceInput } from '../references/reference-input';
import { CalledInputs } from './called-inputs';
import { FieldNotes } from './field-notes';
import { type FieldProps, problemWords } from './field-props';
import { RowGrip, RowPlace } from './row-grip';
import { moveRow, withoutRow, withRow } from './row-list';
import { type EditedValue, VALUE_TYPES, valueRowsOf } from './value-list';

/** Named values, each with its type. */
export function ValuesField({ field, blockId, value, fallback, onChange, problems, readOnly }: FieldProps) {
  const rows = valueRowsOf(value ?? fallback);
  const entries = rows.map((row, index) => ({ row, index, id: `value-${index}` }));
  const list = useRef<HTMLFieldSetElement>(null);
  const add = () => {
    onChange([...rows, { name: '', type: 'any', value: '' }]);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-value="${rows.length}"] input`)?.focus(),
    );
  };
  return (
    <fieldset ref={list} className="flex min-w-0 flex-col gap-2" data-rows>
      <legend className="mb-1.5 font-medium text-sm">{field.label}</legend>
      {entries.map(({ row, index, id }) => (
        <ValueRow
          key={id}
          blockId={blockId}
          row={row}
          index={index}
          placeholder={field.placeholder}
          readOnly={readOnly}
          onChange={(next) => onChange(withRow(rows, index, next))}
          onRemove={() => onChange(withoutRow(rows, index))}
          onMove={(from, to) => onChange(moveRow(rows, from, to))}
        />
      ))}
      {readOnly || field.inputsOf === undefined ? null : (
        <CalledInputs
          blockId={blockId}
          setting={field.inputsOf}
          rows={rows}
          onAdd={(added) => onChange([...rows, ...added])}
        />
      )}
      {readOnly ? null : (
        <Button size="sm" className="self-start" onClick={add}>
          <Plus aria-hidden />
          Add a value
        </Button>
      )}
      <FieldNotes help={field.help} error={problemWords(problems)} />
    </fieldset>
  );
}

interface ValueRowProps {
  blockId: string;
  row: EditedValue;
  index: number;
  placeholder: string | undefined;
  readOnly: boolean;
  onChange: (row: EditedValue) => void;
  onRemove: () => void;
  onMove: (from: number, to: number) => void;
}

function ValueRow({ blockId, row, index, placeholder, readOnly, onChange, onRemove, onMove }: ValueRowProps) {
  const name = row.name || `Value ${index + 1}`;
  return (
    <RowPlace
      index={index}
      label={name}
      onMove={onMove}
      className="flex gap-1 rounded-lg border border-line bg-canvas p-2 pl-1"
    >
      {readOnly ? null : <RowGrip index={index} label={name} onMove={onMove} />}
      <div data-value={index} className="grid min-w-0 flex-1 grid-cols-[1fr_7rem] gap-1.5">
        <Input
          aria-label={`Name of value ${index + 1}`}
          placeholder="name"
          value={row.name}
          readOnly={readOnly}
          spellCheck={false}
          className="font-mono text-xs"
          onChange={(event) => onChange({ ...row, name: event.target.value })}
        />
        <Select
          aria-label={`Type of ${name}`}
          value={row.type}
          options={VALUE_TYPES}
          disabled={readOnly}
          onValueChange={(type) => onChange({ ...row, type })}
        />
        <div className="col-span-2">
          <ReferenceInput
            aria-label={`Value of ${name}`}
            blockId={blockId}
            value={row.value}
            placeholder={placeholder}
            readOnly={readOnly}
            mono
            multiline
            minRows={1}
            onChange={(text) => onChange({ ...row, value: text })}
          />
        </div>
      </div>
      {readOnly ? null : (
        <IconButton label={`Remove ${name}`} onClick={onRemove}>
          <X />
        </IconButton>
      )}
    </RowPlace>
  );
}
