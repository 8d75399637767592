import { z } from 'zod';
import { parseInstant } from '../text/instant';

/**
 * Query values arrive as text; these schemas parse them strictly and state the expected form. `meta` holds
 * their names in the OpenAPI document.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/;

/** Ids and names: one line of text, not empty. */
const LINE_ENDS_AND_TABS = /[\n\r\t]/g;

/** A text of one line, or with `isOfLines` of several. */
export const textParam = (maxLength = 200, { isOfLines = false } = {}) =>
  z
    .string()
    .min(1, 'Give a value, or leave the parameter out.')
    .max(maxLength, `At most ${maxLength} characters.`)
    .refine(
      (text) => !CONTROL_CHARACTERS.test(isOfLines ? text.replace(LINE_ENDS_AND_TABS, '') : text),
      'Control characters are not allowed here.',
    );

/**
 * A `nextCursor` as it was returned; empty means the first page, so that a program can begin with an empty
 * one.
 */
export const cursorParam = z
  .string()
  .transform((text) => (text === '' ? undefined : text))
  .optional();

/** A list, comma-separated or as a repeated parameter; items are trimmed, an empty list is refused. */
export function listParam<T extends z.ZodType<unknown, string>>(item: T, maxItems = 1_000) {
  return z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(
      z
        .array(item)
        .min(1, 'Give at least one value, or leave the parameter out.')
        .max(maxItems, `At most ${maxItems} values.`),
    )
    .meta({ type: 'array', items: { type: 'string', ...enumOf(item) }, minItems: 1, maxItems });
}

/** Returns true if a parameter of this query may be repeated, which is how many clients write a list. */
export function isListParam(query: z.ZodType | undefined, name: string): boolean {
  let field = (query as { shape?: Record<string, z.ZodType> } | undefined)?.shape?.[name];
  while (field instanceof z.ZodOptional) field = field.unwrap() as z.ZodType;
  return field?.meta()?.type === 'array';
}

/** A whole number of at least 1, of any size: the counted items are limited elsewhere. */
export const countParam = z
  .string()
  .regex(/^\+?\d+$/, 'Give a whole number of at least 1.')
  .transform((text) => Math.min(Number(text), Number.MAX_SAFE_INTEGER))
  .pipe(z.number().min(1, 'Give a whole number of at least 1.'))
  .meta({ type: 'integer', minimum: 1 });

export function integerParam(min: number, max = Number.MAX_SAFE_INTEGER) {
  return z
    .string()
    .regex(/^[+-]?\d{1,16}$/, 'Give a whole number.')
    .transform(Number)
    .pipe(z.number().int('Give a whole number.').min(min, `At least ${min}.`).max(max, `At most ${max}.`))
    .meta({ type: 'integer', minimum: min, ...(max < Number.MAX_SAFE_INTEGER ? { maximum: max } : {}) });
}

export function numberParam(min: number) {
  return z
    .string()
    .regex(/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i, 'Give a number.')
    .transform(Number)
    .pipe(z.number('Give a finite number.').min(min, `At least ${min}.`))
    .meta({ type: 'number', minimum: min });
}

export const switchParam = z
  .enum(['true', 'false'], 'Give true or false.')
  .transform((text) => text === 'true')
  .meta({ type: 'boolean', enum: [true, false] });

/** One of several words. Pages pass on the text of their address: the server explains a wrong one. */
export const choiceParam = <const Words extends readonly string[]>(words: Words) =>
  z
    .string()
    .pipe(z.enum(words))
    .meta({ enum: [...words] });

function enumOf(item: z.ZodType): { enum?: string[] } {
  return item instanceof z.ZodEnum ? { enum: item.options.map(String) } : {};
}

/**
 * An ISO 8601 instant, extended or basic, as milliseconds since 1970; a bare date is midnight UTC, and a
 * time without a zone is UTC.
 */
export const instantParam = z
  .string()
  .transform((text, context) => {
    const at = parseInstant(text);
    if (!Number.isNaN(at)) return at;
    const hint = / \d\d(:?\d\d)?$/.test(text) ? ' In a URL, write the zone’s + as %2B.' : '';
    context.addIssue({
      code: 'custom',
      message: `Give a date like 2026-01-31, or a time like 2026-01-31T12:00:00Z.${hint}`,
    });
    return z.NEVER;
  })
  .meta({ type: 'string', format: 'date-time' });
