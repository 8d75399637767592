'use client';

import { Plus, X } from 'lucide-react';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { IconButton } from '../../ui/icon-button';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import { FieldNotes } from './field-notes';
import { type FieldProps, problemWords } from './field-props';
import { defaultFromText, type InputField, inputFieldsOf, textFromDefault } from './input-field-list';
import { RowGrip, RowPlace } from './row-grip';
import { moveRow, withoutRow, withRow } from './row-list';

const TYPES = [
  { value: 'string', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'boolean', label: 'Yes / no' },
  { value: 'object', label: 'Object' },
  { value: 'array', label: 'List' },
] as const;

/** What a run, or a form, can be given: names, types, defaults. `options` of the field limit the types. */
export function InputFieldsField({ field, value, fallback, onChange, problems, readOnly }: FieldProps) {
  const inputs = inputFieldsOf(value ?? fallback);
  const entries = inputs.map((input, index) => ({ input, index, id: `input-${index}` }));
  const types = TYPES.filter(
    ({ value: type }) => field.options?.some((option) => option.value === type) ?? true,
  );
  const add = () => onChange([...inputs, { name: freeName(inputs), type: 'string', required: false }]);
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" data-rows>
      <legend className="mb-1.5 font-medium text-sm">{field.label}</legend>
      {entries.map(({ input, index, id }) => (
        <InputRow
          key={id}
          input={input}
          index={index}
          types={types}
          hasDefault={field.options === undefined}
          readOnly={readOnly}
          onChange={(next) => onChange(withRow(inputs, index, next))}
          onRemove={() => onChange(withoutRow(inputs, index))}
          onMove={(from, to) => onChange(moveRow(inputs, from, to))}
        />
      ))}
      {inputs.length === 0 ? (
        <p className="text-muted text-xs">
          {field.placeholder ?? 'No inputs yet. Runs start without input.'}
        </p>
      ) : null}
      {readOnly ? null : (
        <Button size="sm" className="self-start" onClick={add}>
          <Plus aria-hidden />
          Add an input
        </Button>
      )}
      <FieldNotes help={field.help} error={problemWords(problems)} />
    </fieldset>
  );
}

interface InputRowProps {
  input: InputField;
  index: number;
  types: ReadonlyArray<(typeof TYPES)[number]>;
  hasDefault: boolean;
  readOnly: boolean;
  onChange: (input: InputField) => void;
  onRemove: () => void;
  onMove: (from: number, to: number) => void;
}

function InputRow({ input, index, types, hasDefault, readOnly, onChange, onRemove, onMove }: InputRowProps) {
  const name = input.name || `Input ${index + 1}`;
  return (
    <RowPlace
      index={index}
      label={name}
      onMove={onMove}
      className="flex gap-1 rounded-lg border border-line bg-canvas p-2 pl-1"
    >
      {readOnly ? null : <RowGrip index={index} label={name} onMove={onMove} />}
      <div className="grid min-w-0 flex-1 grid-cols-[1fr_7rem] gap-1.5">
        <Input
          aria-label={`Name of input ${index + 1}`}
          placeholder="name"
          value={input.name}
          readOnly={readOnly}
          spellCheck={false}
          className="font-mono text-xs"
          onChange={(event) => onChange({ ...input, name: event.target.value })}
        />
        <Select
          aria-label={`Type of ${name}`}
          value={input.type}
          options={types}
          disabled={readOnly}
          onValueChange={(type) => onChange({ ...input, type })}
        />
        {hasDefault ? (
          <Input
            aria-label={`Default of ${name}`}
            placeholder={
              input.type === 'object'
                ? 'Default, as JSON: {}'
                : input.type === 'array'
                  ? 'Default, as JSON: []'
                  : 'Default'
            }
            value={textFromDefault(input.default)}
            readOnly={readOnly}
            className="font-mono text-xs"
            onChange={(event) =>
              onChange({ ...input, default: defaultFromText(event.target.value, input.type) })
            }
          />
        ) : null}
        <span className="flex h-8 items-center gap-2 pl-1 text-xs">
          <Checkbox
            id={`required-${index}`}
            checked={input.required}
            disabled={readOnly}
            onCheckedChange={(checked) => onChange({ ...input, required: checked === true })}
          />
          <label htmlFor={`required-${index}`}>Required</label>
        </span>
        <Input
          aria-label={`Description of ${name}`}
          placeholder="What it is for"
          value={input.description ?? ''}
          readOnly={readOnly}
          className="col-span-2"
          onChange={(event) => onChange({ ...input, description: event.target.value || undefined })}
        />
      </div>
      {readOnly ? null : (
        <IconButton label={`Remove ${name}`} onClick={onRemove}>
          <X />
        </IconButton>
      )}
    </RowPlace>
  );
}

function freeName(inputs: readonly InputField[]): string {
  for (let number = inputs.length + 1; ; number++)
    if (!inputs.some((input) => input.name === `input${number}`)) return `input${number}`;
}
