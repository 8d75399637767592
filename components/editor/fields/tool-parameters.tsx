'use client';

import { useId, useState } from 'react';
import type { Field } from '@/lib/core/blocks/field';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import { Textarea } from '../../ui/textarea';
import {
  PARAMETER_TYPES,
  type ParameterRow,
  readParameterRows,
  whyNotParameter,
  writeParameterRows,
} from './parameter-list';
import { RowCard, RowCards, type RowProps } from './row-cards';
import { actsOfRow } from './row-list';

const FIELD: Field = { name: 'parameters', label: 'Parameters', kind: 'rows', references: 'none' };
const SCHEMA_EXAMPLE = '{"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}';

interface ToolParametersProps {
  /** A JSON Schema of an object; empty for none. */
  schema: string;
  /** Identifies the tool for screen reader users. */
  tool: string;
  readOnly: boolean;
  onChange: (schema: string) => void;
}

/** The parameters of a tool as rows, or as a JSON Schema where rows can't say all of it. */
export function ToolParameters({ schema, tool, readOnly, onChange }: ToolParametersProps) {
  const [asJson, setAsJson] = useState(false);
  // Rows without a name yet aren't in the schema.
  const [edited, setEdited] = useState<{ schema: string; rows: readonly ParameterRow[] } | null>(null);
  const read = readParameterRows(schema);
  const rows = edited?.schema === schema ? edited.rows : read;
  if (asJson || rows === null)
    return (
      <div className="flex flex-col gap-1.5">
        <Textarea
          isJson
          aria-label={`Parameters of ${tool}, as a JSON Schema`}
          placeholder={`Parameters as a JSON Schema: ${SCHEMA_EXAMPLE}`}
          value={schema}
          rows={4}
          readOnly={readOnly}
          spellCheck={false}
          className="font-mono text-xs"
          onChange={(event) => onChange(event.target.value)}
        />
        {read === null ? (
          <p className="text-muted text-xs">This schema is edited as JSON: a form can’t show all of it.</p>
        ) : (
          <Button variant="link" size="sm" className="self-start" onClick={() => setAsJson(false)}>
            Edit the parameters as a form
          </Button>
        )}
      </div>
    );
  const save = (next: readonly ParameterRow[]) => {
    const text = writeParameterRows(next);
    setEdited({ schema: text, rows: next });
    onChange(text);
  };
  const entries = rows.map((row, index) => ({ row, index, id: `parameter-${index}` }));
  return (
    <div className="flex flex-col gap-1.5">
      <RowCards
        field={FIELD}
        problems={[]}
        readOnly={readOnly}
        addLabel="Add a parameter"
        onAdd={() => save([...rows, { name: '', type: 'string', required: false, description: '' }])}
        focusesAdded
        empty={<p className="text-muted text-xs">No parameters: the model only chooses to call it.</p>}
      >
        {entries.map(({ row, index, id }) => (
          <Parameter
            key={id}
            row={row}
            index={index}
            tool={tool}
            readOnly={readOnly}
            problem={whyNotParameter(rows, index) ?? undefined}
            {...actsOfRow(rows, index, save)}
          />
        ))}
      </RowCards>
      <Button variant="link" size="sm" className="self-start" onClick={() => setAsJson(true)}>
        {readOnly ? 'Show the parameters as JSON' : 'Edit the parameters as JSON'}
      </Button>
    </div>
  );
}

function Parameter(props: RowProps<ParameterRow> & { tool: string }) {
  const { row, tool, onChange, ...card } = props;
  const { index, readOnly } = card;
  const id = useId();
  const label = row.name || `Parameter ${index + 1}`;
  return (
    <RowCard {...card} label={`${label} of ${tool}`}>
      <div className="grid min-w-0 flex-1 grid-cols-[1fr_8rem] gap-1.5">
        <Input
          aria-label={`Name of parameter ${index + 1} of ${tool}`}
          placeholder="name"
          value={row.name}
          readOnly={readOnly}
          spellCheck={false}
          className="font-mono text-xs"
          onChange={(event) => onChange({ ...row, name: event.target.value.trim() })}
        />
        <Select
          aria-label={`Type of ${label} of ${tool}`}
          value={row.type}
          options={PARAMETER_TYPES}
          disabled={readOnly}
          onValueChange={(type) => onChange({ ...row, type })}
        />
        <Input
          aria-label={`Description of ${label} of ${tool}`}
          placeholder="What it is, for the model"
          value={row.description}
          readOnly={readOnly}
          onChange={(event) => onChange({ ...row, description: event.target.value })}
        />
        <span className="flex h-8 items-center gap-2 pl-1 text-xs">
          <Checkbox
            id={id}
            checked={row.required}
            disabled={readOnly}
            onCheckedChange={(checked) => onChange({ ...row, required: checked === true })}
          />
          <label htmlFor={id}>Required</label>
        </span>
      </div>
    </RowCard>
  );
}
