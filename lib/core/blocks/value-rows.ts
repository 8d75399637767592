import { z } from 'zod';
import { ExactNumber, isJsonObject, parseExact } from '../../platform/text/exact-number';
import { writeJson } from '../../platform/text/json-text';
import { describeValue } from './describe-value';

export const VALUE_ROW_TYPES = ['any', 'string', 'number', 'boolean', 'object', 'array'] as const;
export type ValueRowType = (typeof VALUE_ROW_TYPES)[number];

const MAX_ROWS = 100;

/** A value given as such instead of as text is converted to text. */
const ValueText = z.preprocess(
  (value) => (value === undefined || typeof value === 'string' ? value : writeJson(value)),
  z.string().default(''),
);

/** Named values, each with its type; `any`: that of its reference, or of its JSON. */
export const valueRows = (name: z.ZodType<string>) =>
  z
    .array(z.object({ name, type: z.enum(VALUE_ROW_TYPES).default('any'), value: ValueText }))
    .max(MAX_ROWS, `At most ${MAX_ROWS} rows.`)
    .default([]);

/** A row with its references resolved. */
export interface ResolvedValueRow {
  readonly name: string;
  readonly type: ValueRowType;
  readonly value: unknown;
}

export type TypedValues = { ok: true; values: Record<string, unknown> } | { ok: false; message: string };

/** Returns the rows as one object, each value of its row's type; `message` names the first that can't be. */
export function typedValues(rows: readonly ResolvedValueRow[]): TypedValues {
  const values: Array<[name: string, value: unknown]> = [];
  for (const { name, type, value } of rows) {
    const typed = toType(value, type);
    if (typed === undefined)
      return { ok: false, message: `"${name}" must be ${WORDS[type]}, not ${describeValue(value)}.` };
    values.push([name, typed]);
  }
  return { ok: true, values: Object.fromEntries(values) };
}

/** Returns names that are in two rows, each once, with the place of the second: `1.name`. */
export function repeatedNames(rows: ReadonlyArray<{ name: string }>): Array<{ name: string; at: string }> {
  const seen = new Set<string>();
  const repeated = new Map<string, string>();
  for (const [index, { name }] of rows.entries()) {
    if (seen.has(name) && !repeated.has(name)) repeated.set(name, `${index}.name`);
    seen.add(name);
  }
  return Array.from(repeated, ([name, at]) => ({ name, at }));
}

const WORDS: Readonly<Record<ValueRowType, string>> = {
  any: 'a value',
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

/** Converts a value to a type; undefined if it can't be. */
function toType(value: unknown, type: ValueRowType): unknown {
  switch (type) {
    case 'any':
      return value ?? null;
    case 'string':
      return typeof value === 'string' ? value : undefined;
    case 'number':
      return ofText(value, (item) => typeof item === 'number' || item instanceof ExactNumber);
    case 'boolean':
      return ofText(value, (item) => typeof item === 'boolean');
    case 'object':
      return ofText(value, isJsonObject);
    case 'array':
      return ofText(value, Array.isArray);
  }
}

/** Returns the value, or its text read as JSON, if that fits; else undefined. */
function ofText(value: unknown, fits: (value: unknown) => boolean): unknown {
  if (fits(value)) return value;
  if (typeof value !== 'string') return undefined;
  try {
    const read = parseExact(value.trim());
    return fits(read) ? read : undefined;
  } catch {
    return undefined;
  }
}
