import { isJsonObject, parseExact } from '@/lib/platform/text/exact-number';
import { keepInStorage } from '../../ui/keep-in-storage';
import type { InputField } from '../fields/input-field-list';

/** The text of each input in the form. */
export type InputTexts = Record<string, string>;

export interface ReadInput {
  input: Record<string, unknown>;
  /** Error messages by input name. */
  errors: Record<string, string>;
}

/** Parses the inputs; empty ones are left out, so that their defaults apply. */
export function readInput(inputs: readonly InputField[], texts: Readonly<InputTexts>): ReadInput {
  const read: ReadInput = { input: {}, errors: {} };
  for (const field of inputs) {
    const text = texts[field.name] ?? '';
    if (text === '') {
      if (field.required && field.default === undefined) read.errors[field.name] = 'This field is required.';
      continue;
    }
    const value = parsedAs(text, field);
    if (value === undefined) read.errors[field.name] = WORDS[field.type];
    else read.input[field.name] = value;
  }
  return read;
}

const WORDS: Record<InputField['type'], string> = {
  string: '',
  number: 'Enter a number, for example 12.5.',
  boolean: 'Choose yes or no.',
  object: 'Enter an object as JSON, for example {"id": 1}.',
  array: 'Enter a list as JSON, for example [1, 2].',
};

/** Returns undefined when the text is not a value of this type. */
function parsedAs(text: string, { type }: InputField): unknown {
  if (type === 'string') return text;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (type === 'number')
    return text.trim() !== '' && Number.isFinite(Number(text)) ? numberOf(text.trim()) : undefined;
  let value: unknown;
  try {
    value = parseExact(text);
  } catch {
    return undefined; // The type's error message says what is expected.
  }
  const fits = type === 'array' ? Array.isArray(value) : isJsonObject(value);
  return fits ? value : undefined;
}

/** Parses a number with all its digits if it is valid JSON. */
function numberOf(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return Number(text); // `1.`, `0x1f`: not JSON, but a number for users.
  }
}

/** Larger inputs (files) are not stored, because a browser stores some 5 MB for the whole site. */
const MAX_KEPT_CHARACTERS = 100_000;

const keyOf = (workflowId: string) => `millrace:input:${workflowId}`;

/** Returns the stored input; null for a text that was too long to store. */
function keptInput(storage: Storage, workflowId: string): Record<string, string | null> {
  const text = storage.getItem(keyOf(workflowId));
  if (text === null) return {};
  try {
    const known: unknown = JSON.parse(text);
    const entries = Object.entries(known ?? {}).filter(
      (entry): entry is [string, string | null] => typeof entry[1] === 'string' || entry[1] === null,
    );
    return Object.fromEntries(entries);
  } catch {
    return {}; // Invalid or truncated data: the form is empty.
  }
}

/** Returns the stored texts of the previous run on this device. */
export function recallInput(storage: Storage, workflowId: string): InputTexts {
  const kept = Object.entries(keptInput(storage, workflowId));
  return Object.fromEntries(kept.filter((entry): entry is [string, string] => entry[1] !== null));
}

/** Returns the previous run's input; null if it wasn't stored completely, or today's inputs need more. */
export function lastInput(
  storage: Storage,
  workflowId: string,
  inputs: readonly InputField[],
): Record<string, unknown> | null {
  const kept = keptInput(storage, workflowId);
  if (inputs.some(({ name }) => kept[name] === null)) return null;
  const { input, errors } = readInput(inputs, recallInput(storage, workflowId));
  return Object.keys(errors).length === 0 ? input : null;
}

export function rememberInput(storage: Storage, workflowId: string, texts: InputTexts): void {
  const kept = Object.entries(texts).map(([name, text]) => [
    name,
    text.length <= MAX_KEPT_CHARACTERS ? text : null,
  ]);
  keepInStorage(storage, keyOf(workflowId), JSON.stringify(Object.fromEntries(kept)), 'the input');
}
