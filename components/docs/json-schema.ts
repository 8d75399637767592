import type { JsonSchema } from './openapi-document';

export type Schemas = Readonly<Record<string, JsonSchema>>;

const REF_PREFIX = '#/components/schemas/';

export const refName = (schema: JsonSchema): string | undefined =>
  schema.$ref?.startsWith(REF_PREFIX) ? schema.$ref.slice(REF_PREFIX.length) : undefined;

/** Returns the schema that a reference points at, or the schema itself. */
export function resolveSchema(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const name = refName(schema);
  return name === undefined ? schema : (schemas[name] ?? {});
}

/** Describes a type in one line: `string`, `integer | null`, `LogSummary[]`, `"info" | "error"`. */
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

/** Describes bounds and default; the bounds of safe integers carry no information and are left out. */
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
