import { isJsonObject } from '@/lib/platform/text/exact-number';

export const PARAMETER_TYPES = [
  { value: 'string', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'integer', label: 'Whole number' },
  { value: 'boolean', label: 'Yes or no' },
  { value: 'object', label: 'Object' },
  { value: 'array', label: 'List' },
] as const;

type ParameterType = (typeof PARAMETER_TYPES)[number]['value'];

/** A parameter of a tool that a form can show. */
export interface ParameterRow {
  name: string;
  type: ParameterType;
  required: boolean;
  /** For the model; empty for none. */
  description: string;
}

const SCHEMA_MEMBERS: ReadonlySet<string> = new Set(['type', 'properties', 'required']);
const MOST_ROWS = 100;

/** Returns the rows of a JSON Schema; null if it says more than they can, or is none. */
export function readParameterRows(text: string): ParameterRow[] | null {
  if (text.trim() === '') return [];
  const schema = parsed(text);
  if (!isJsonObject(schema) || schema.type !== 'object') return null;
  if (Object.keys(schema).some((member) => !SCHEMA_MEMBERS.has(member))) return null;
  const { properties = {}, required = [] } = schema;
  if (!isJsonObject(properties) || !Array.isArray(required)) return null;
  const names = Object.keys(properties);
  const isOther = (name: unknown) => typeof name !== 'string' || !Object.hasOwn(properties, name);
  if (names.length > MOST_ROWS || names.includes('') || required.some(isOther)) return null;
  const rows = names.map((name) => rowOf(name, properties[name], required.includes(name)));
  return rows.every((row) => row !== null) ? rows : null;
}

function rowOf(name: string, property: unknown, required: boolean): ParameterRow | null {
  if (!isJsonObject(property)) return null;
  const { type: given, description = '', ...more } = property;
  const type = PARAMETER_TYPES.find(({ value }) => value === given)?.value;
  if (type === undefined || typeof description !== 'string' || Object.keys(more).length > 0) return null;
  return { name, type, required, description };
}

/** Returns the JSON Schema of rows. Unnamed rows, and those named like an earlier one, aren't in it. */
export function writeParameterRows(rows: readonly ParameterRow[]): string {
  const named = rows.filter((row, index) => whyNotParameter(rows, index) === null && row.name !== '');
  if (named.length === 0) return '';
  const properties = Object.fromEntries(
    named.map(({ name, type, description }) => [name, description === '' ? { type } : { type, description }]),
  );
  const required = named.filter((row) => row.required).map(({ name }) => name);
  return JSON.stringify(
    { type: 'object', properties, ...(required.length > 0 ? { required } : {}) },
    null,
    2,
  );
}

/** Returns why a row can't be a parameter; null for one that can, or that has no name yet. */
export function whyNotParameter(rows: readonly ParameterRow[], index: number): string | null {
  const name = rows[index]?.name ?? '';
  if (name === '__proto__') return 'Choose another name.';
  const isDouble = name !== '' && rows.findIndex((row) => row.name === name) < index;
  return isDouble ? `Another parameter is named “${name}”.` : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Still being typed.
    return null;
  }
}
