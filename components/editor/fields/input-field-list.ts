import { VALUE_TYPES } from './value-list';

/** An input always says its type. */
export const INPUT_TYPES = VALUE_TYPES.filter((type) => type.value !== 'any');
export type InputType = (typeof INPUT_TYPES)[number]['value'];

/** One value a run can be given, as authored. */
export interface InputField {
  name: string;
  type: InputType;
  required: boolean;
  default?: unknown;
  description?: string | undefined;
}

export function inputFieldsOf(value: unknown): InputField[] {
  if (!Array.isArray(value)) return [];
  return value.map((field: Partial<InputField> | null) => ({
    ...field,
    name: String(field?.name ?? ''),
    type: INPUT_TYPES.find(({ value }) => value === field?.type)?.value ?? 'string',
    required: field?.required === true,
  }));
}

/**
 * The typed text as a value of this type; text that isn't one yet stays text, and is then reported as a
 * problem.
 */
export function defaultFromText(text: string, type: InputType): unknown {
  if (text === '') return undefined;
  if (type === 'string') return text;
  // "1." and "-" are on the way to a number, and must not be changed under the typing hand.
  if (type === 'number') return /^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/.test(text) ? Number(text) : text;
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? value : text;
  } catch {
    return text; // Still being typed.
  }
}

export function textFromDefault(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
