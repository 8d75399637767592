import type { JsonSchema } from './openapi-document';

export type Schemas = Readonly<Record<string, JsonSchema>>;

const REF_PREFIX = '#/components/schemas/';

export const refName = (schema: JsonSchema): string | undefined =>
  schema.$ref?.startsWith(REF_PREFIX) ? schema.$ref.slice(REF_PREFIX.length) : undefined;

/** The schema a reference points at, or the schema itself. */
export function resolveSchema(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const name = refName(schema);
  return name === undefined ? schema : (schemas[name] ?? {});
}

/** `string`, `integer | null`, `LogSummary[]`, `"info" | "error"`: one line. */
export function typeWords(schema: JsonSchema): string {
  const name = refName(schema);
  if (name !== undefined) return name;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeWords))].join(' | ');
  if (schema.allOf) return schema.allOf.map(typeWords).join(' & ');
  if (schema.items) return `${parenthesized(typeWords(schema.items))}[]`;
  if (Array.isArray(schema.type)) return schema.type.join(' | ');
  if (schema.format === 'date-time') return 'date-time';
  return schema.type ?? 'any';
}

const parenthesized = (words: string) => (words.includes(' | ') ? `(${words})` : words);

/** Bounds and default, in words; the safe-integer bounds that say nothing are left out. */
export function constraintWords(schema: JsonSchema): string[] {
  const words: string[] = [];
  const bound = (value: number | undefined) =>
    value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  if (bound(schema.minimum)) words.push(`at least ${schema.minimum}`);
  if (bound(schema.maximum)) words.push(`at most ${schema.maximum}`);
  if (schema.minLength && schema.minLength > 1) words.push(`at least ${schema.minLength} characters`);
  if (schema.maxLength !== undefined) words.push(`at most ${schema.maxLength} characters`);
  if (schema.minItems && schema.minItems > 1) words.push(`at least ${schema.minItems} items`);
  if (schema.maxItems !== undefined) words.push(`at most ${schema.maxItems} items`);
  if (schema.default !== undefined) words.push(`default ${JSON.stringify(schema.default)}`);
  return words;
}

const MAX_DEPTH = 6;

/** A value of the schema's shape, for examples: required fields first, optional ones only when `full`. */
export function exampleOf(schema: JsonSchema, schemas: Schemas, full: boolean, depth = 0): unknown {
  const actual = resolveSchema(schema, schemas);
  if (depth > MAX_DEPTH) return {};
  if (actual.const !== undefined) return actual.const;
  if (actual.examples?.length) return actual.examples[0];
  if (actual.default !== undefined) return actual.default;
  if (actual.enum) return actual.enum[0];
  const choice = (actual.anyOf ?? actual.oneOf ?? actual.allOf)?.[0];
  if (choice) return exampleOf(choice, schemas, full, depth);
  const type = Array.isArray(actual.type) ? actual.type[0] : actual.type;
  if (type === 'object' || actual.properties) {
    const shown = Object.entries(actual.properties ?? {}).filter(
      ([name]) => full || actual.required?.includes(name),
    );
    return Object.fromEntries(
      shown.map(([name, field]) => [name, exampleOf(field, schemas, full, depth + 1)]),
    );
  }
  if (type === 'array') {
    return actual.items && depth < MAX_DEPTH - 2 ? [exampleOf(actual.items, schemas, full, depth + 2)] : [];
  }
  if (type === 'integer' || type === 'number')
    return actual.minimum && actual.minimum > 0 ? actual.minimum : 0;
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  return actual.format === 'date-time' ? '2026-01-31T12:00:00.000Z' : 'string';
}
