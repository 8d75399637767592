'use client';

import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { cn } from '@/components/ui/class-names';
import { constraintWords, resolveSchema, type Schemas, typeWords } from './json-schema';
import type { JsonSchema } from './openapi-document';
import { Inline } from './prose';

/**
 * The fields of an object, or of the objects in a list; nested ones open on demand, because a schema may
 * contain itself.
 */
export function SchemaTable({ schema, schemas }: { schema: JsonSchema; schemas: Schemas }) {
  const fields = fieldsOf(schema, schemas);
  if (fields.length === 0) return <p className="font-mono text-muted text-xs">{typeWords(schema)}</p>;
  return (
    <ul className="rounded-lg border border-line bg-surface">
      {fields.map((field) => (
        <FieldRow key={field.name} field={field} schemas={schemas} />
      ))}
    </ul>
  );
}

interface SchemaField {
  name: string;
  required: boolean;
  schema: JsonSchema;
}

function FieldRow({ field, schemas }: { field: SchemaField; schemas: Schemas }) {
  const [open, setOpen] = useState(false);
  const expandable = fieldsOf(field.schema, schemas).length > 0;
  const description = field.schema.description ?? resolveSchema(field.schema, schemas).description;
  const name = (
    <>
      <code className="font-medium text-ink text-xs">{field.name}</code>
      <code className="wrap-anywhere text-faint text-xs">{typeWords(field.schema)}</code>
      {field.required ? <span className="text-2xs text-warning">required</span> : null}
    </>
  );
  return (
    <li className="not-first:border-line not-first:border-t px-3 py-2">
      {expandable ? (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex w-full flex-wrap items-baseline gap-2 text-left"
        >
          <ChevronRight
            className={cn('size-3.5 shrink-0 self-center text-faint', open && 'rotate-90')}
            aria-hidden
          />
          {name}
        </button>
      ) : (
        <div className="flex flex-wrap items-baseline gap-2">{name}</div>
      )}
      <FieldNotes description={description} schema={field.schema} />
      {open ? (
        <div className="mt-2">
          <SchemaTable schema={field.schema} schemas={schemas} />
        </div>
      ) : null}
    </li>
  );
}

export function FieldNotes({ description, schema }: { description: string | undefined; schema: JsonSchema }) {
  const constraints = constraintWords(schema);
  if (!description && constraints.length === 0) return null;
  return (
    <p className="mt-0.5 text-muted text-xs">
      {description ? <Inline text={description} /> : null}
      {constraints.length > 0 ? (
        <span className="text-faint">
          {description ? ' ' : ''}
          {constraints.join(' · ')}
        </span>
      ) : null}
    </p>
  );
}

/** Returns the fields of the object, a list's items, the first choice with fields, or a map's values. */
function fieldsOf(schema: JsonSchema, schemas: Schemas): SchemaField[] {
  const actual = resolveSchema(schema, schemas);
  if (actual.properties) {
    return Object.entries(actual.properties).map(([name, field]) => ({
      name,
      schema: field,
      required: actual.required?.includes(name) ?? false,
    }));
  }
  if (actual.items) return fieldsOf(actual.items, schemas);
  for (const choice of actual.anyOf ?? actual.oneOf ?? actual.allOf ?? []) {
    const fields = fieldsOf(choice, schemas);
    if (fields.length > 0) return fields;
  }
  const values = actual.additionalProperties;
  if (typeof values !== 'object' || fieldsOf(values, schemas).length === 0) return [];
  return [{ name: '<key>', schema: values, required: false }];
}
