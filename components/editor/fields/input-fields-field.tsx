'use client';

import { Checkbox } from '../../ui/checkbox';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import type { FieldProps } from './field-props';
import {
  defaultFromText,
  INPUT_TYPES,
  type InputField,
  inputFieldsOf,
  textFromDefault,
} from './input-field-list';
import { RowCard, RowCards, type RowProps } from './row-cards';
import { actsOfRow } from './row-list';
import { problemsByRow } from './row-problems';

/** The inputs of a run or a form: names, types, defaults. `options` of the field limit the types. */
export function InputFieldsField({ field, value, fallback, onChange, problems, readOnly }: FieldProps) {
  const inputs = inputFieldsOf(value ?? fallback);
  const { byRow, others } = problemsByRow(problems, field.name);
  const entries = inputs.map((input, index) => ({ input, index, id: `input-${index}` }));
  const types = INPUT_TYPES.filter(
    ({ value: type }) => field.options?.some((option) => option.value === type) ?? true,
  );
  const add = () => onChange([...inputs, { name: freeName(inputs), type: 'string', required: false }]);
  return (
    <RowCards
      field={field}
      problems={others}
      readOnly={readOnly}
      addLabel="Add an input"
      onAdd={add}
      focusesAdded
      empty={
        <p className="text-muted text-xs">
          {field.placeholder ?? 'No inputs yet. Runs start without input.'}
        </p>
      }
    >
      {entries.map(({ input, index, id }) => (
        <InputRow
          key={id}
          row={input}
          index={index}
          types={types}
          hasDefault={field.options === undefined}
          readOnly={readOnly}
          problem={byRow.get(index)?.words}
          {...actsOfRow(inputs, index, onChange)}
        />
      ))}
    </RowCards>
  );
}

interface InputRowProps extends RowProps<InputField> {
  types: typeof INPUT_TYPES;
  hasDefault: boolean;
}

function InputRow(props: InputRowProps) {
  const { row: input, types, hasDefault, onChange, ...card } = props;
  const { index, readOnly } = card;
  const name = input.name || `Input ${index + 1}`;
  return (
    <RowCard {...card} label={name}>
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
    </RowCard>
  );
}

function freeName(inputs: readonly InputField[]): string {
  for (let number = inputs.length + 1; ; number++)
    if (!inputs.some((input) => input.name === `input${number}`)) return `input${number}`;
}
