'use client';

import { type Assertion, type AssertionOperator, comparesValue } from '@/lib/core/blocks/assertions';
import { Checkbox } from '../../ui/checkbox';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import { ReferenceInput } from '../references/reference-input';
import {
  assertionsOf,
  newAssertion,
  operatorsOf,
  SUBJECTS,
  valueExample,
  withSubject,
} from './assertion-list';
import type { FieldProps } from './field-props';
import { RowCard, RowCards, type RowProps } from './row-cards';
import { actsOfRow } from './row-list';
import { problemsByRow } from './row-problems';

/** The conditions that a response must meet, a row each. */
export function AssertionsField(props: FieldProps) {
  const { field, blockId, value, fallback, onChange, problems, readOnly } = props;
  const rows = assertionsOf(value ?? fallback);
  const { byRow, others } = problemsByRow(problems, field.name);
  const entries = rows.map((row, index) => ({ row, index, id: `assertion-${index}` }));
  return (
    <RowCards
      field={field}
      problems={others}
      readOnly={readOnly}
      addLabel="Add an assertion"
      onAdd={() => onChange([...rows, newAssertion(rows)])}
      focusesAdded
    >
      {entries.map(({ row, index, id }) => (
        <AssertionRow
          key={id}
          blockId={blockId}
          row={row}
          index={index}
          readOnly={readOnly}
          problem={byRow.get(index)?.words}
          {...actsOfRow(rows, index, onChange)}
        />
      ))}
    </RowCards>
  );
}

interface AssertionRowProps extends RowProps<Assertion> {
  blockId: string;
}

function AssertionRow({ blockId, row, onChange, ...card }: AssertionRowProps) {
  const { index, readOnly } = card;
  const name = `assertion ${index + 1}`;
  const isNamed = row.subject === 'header' || row.subject === 'body';
  return (
    <RowCard {...card} label={name}>
      <Checkbox
        aria-label={`Check ${name}`}
        className="mt-2"
        checked={row.enabled}
        disabled={readOnly}
        onCheckedChange={(enabled) => onChange({ ...row, enabled: enabled === true })}
      />
      <div className="grid min-w-0 flex-1 grid-cols-[6rem_1fr] gap-1.5">
        <Select
          aria-label={`Subject of ${name}`}
          value={row.subject}
          options={SUBJECTS}
          disabled={readOnly}
          onValueChange={(subject) => onChange(withSubject(row, subject as Assertion['subject']))}
        />
        <Select
          aria-label={`Operator of ${name}`}
          value={row.operator}
          options={operatorsOf(row.subject)}
          disabled={readOnly}
          onValueChange={(operator) => onChange({ ...row, operator: operator as AssertionOperator })}
        />
        {isNamed ? (
          <Input
            aria-label={row.subject === 'header' ? `Header of ${name}` : `Path of ${name}`}
            placeholder={row.subject === 'header' ? 'content-type' : 'items[0].id, empty for the whole body'}
            value={row.name}
            readOnly={readOnly}
            spellCheck={false}
            className="col-span-2 font-mono text-xs"
            onChange={(event) => onChange({ ...row, name: event.target.value })}
          />
        ) : null}
        {comparesValue(row.operator) ? (
          <div className="col-span-2">
            <ReferenceInput
              aria-label={`Value of ${name}`}
              blockId={blockId}
              value={row.value}
              placeholder={valueExample(row)}
              readOnly={readOnly}
              mono
              multiline
              minRows={1}
              onChange={(text) => onChange({ ...row, value: text })}
            />
          </div>
        ) : null}
      </div>
    </RowCard>
  );
}
