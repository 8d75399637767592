import { VALUE_TYPES } from './value-list';

/** The types of an input, which is always typed. */
export const INPUT_TYPES = VALUE_TYPES.filter((type) => type.value !== 'any');
export type InputType = (typeof INPUT_TYPES)[number]['value'];

/** One input of a run, as authored. */
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
 * Converts the typed text to a value of this type; text that can't be converted yet stays text, and is then
 * reported as a problem.
 */
export function defaultFromText(text: string, type: InputType): unknown {
  if (text === '') return undefined;
  if (type === 'string') return text;
  // "1." and "-" are incomplete numbers, and must not change while the user is typing.
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
