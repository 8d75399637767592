import { z } from 'zod';
import { ExactNumber } from '../../../platform/text/exact-number';

export const INPUT_TYPES = ['string', 'number', 'boolean', 'object', 'array'] as const;
export type InputType = (typeof INPUT_TYPES)[number];

/** One input value of a run; `<start.name>` in later blocks. */
export const InputField = z.object({
  name: z
    .string()
    .regex(
      /^[A-Za-z_$][A-Za-z0-9_$-]{0,63}$/,
      'Start with a letter from A to Z, then letters, digits, "-" or "_" (64 at most).',
    ),
  type: z.enum(INPUT_TYPES).default('string'),
  required: z.boolean().default(false),
  /** Used if the input leaves the field out. */
  default: z.unknown().optional(),
  description: z.string().optional(),
});
export type InputField = z.infer<typeof InputField>;

const TYPE_WORDS: Record<InputType, string> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

export function isOfType(value: unknown, type: InputType): boolean {
  if (value instanceof ExactNumber) return type === 'number';
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type && (type !== 'number' || Number.isFinite(value));
}

/** Returns a text such as `must be a number, not text`. */
export function typeMismatch(value: unknown, type: InputType): string {
  const actual = INPUT_TYPES.find((candidate) => isOfType(value, candidate));
  return `must be ${TYPE_WORDS[type]}, not ${actual ? TYPE_WORDS[actual] : String(value)}`;
}

/** Returns the errors in these fields' values; an absent one is fine if it has a default or is optional. */
export function inputComplaints(
  fields: readonly InputField[],
  given: Readonly<Record<string, unknown>>,
): string[] {
  return fields.flatMap((field) => {
    const value = Object.hasOwn(given, field.name) ? given[field.name] : undefined;
    if (value !== undefined && value !== null)
      return isOfType(value, field.type) ? [] : [`"${field.name}" ${typeMismatch(value, field.type)}`];
    return field.required && (field.default ?? null) === null ? [`"${field.name}" is required`] : [];
  });
}
