import { isJsonObject } from '../../platform/text/exact-number';

const SHOWN_CHARACTERS = 40;

/** Describes a value, for "must be a number, not …". */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'string') return `the text "${shortened(value)}"`;
  if (Array.isArray(value)) return 'a list';
  return isJsonObject(value) ? 'an object' : String(value);
}

const shortened = (text: string): string =>
  text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
