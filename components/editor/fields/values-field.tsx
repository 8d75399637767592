'use client';

import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import { ReferenceInput } from '../references/reference-input';
import { CalledInputs } from './called-inputs';
import type { FieldProps } from './field-props';
import { RowCard, RowCards, type RowProps } from './row-cards';
import { actsOfRow } from './row-list';
import { problemsByRow } from './row-problems';
import { type EditedValue, VALUE_TYPES, valueRowsOf } from './value-list';

/** Named values, each with its type. */
export function ValuesField({ field, blockId, value, fallback, onChange, problems, readOnly }: FieldProps) {
  const rows = valueRowsOf(value ?? fallback);
  const { byRow, others } = problemsByRow(problems, field.name);
  const entries = rows.map((row, index) => ({ row, index, id: `value-${index}` }));
  return (
    <RowCards
      field={field}
      problems={others}
      readOnly={readOnly}
      addLabel="Add a value"
      onAdd={() => onChange([...rows, { name: '', type: 'any', value: '' }])}
      focusesAdded
      offers={
        readOnly || field.inputsOf === undefined ? null : (
          <CalledInputs
            blockId={blockId}
            setting={field.inputsOf}
            rows={rows}
            onAdd={(added) => onChange([...rows, ...added])}
          />
        )
      }
    >
      {entries.map(({ row, index, id }) => (
        <ValueRow
          key={id}
          blockId={blockId}
          row={row}
          index={index}
          placeholder={field.placeholder}
          readOnly={readOnly}
          problem={byRow.get(index)?.words}
          {...actsOfRow(rows, index, onChange)}
        />
      ))}
    </RowCards>
  );
}

interface ValueRowProps extends RowProps<EditedValue> {
  blockId: string;
  placeholder: string | undefined;
}

function ValueRow({ blockId, row, placeholder, onChange, ...card }: ValueRowProps) {
  const { index, readOnly } = card;
  const name = row.name || `Value ${index + 1}`;
  return (
    <RowCard {...card} label={name}>
      <div className="grid min-w-0 flex-1 grid-cols-[1fr_7rem] gap-1.5">
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
            whole={row.type === 'string' ? 'none' : 'value'}
            minRows={1}
            onChange={(text) => onChange({ ...row, value: text })}
          />
        </div>
      </div>
    </RowCard>
  );
}
