import { z } from 'zod';

/** Postgres can't store unpaired surrogates in JSON, which audit entries are. */
const isWellFormed = (text: string): boolean => text.isWellFormed();

/** Spaces, marks of direction, joiners, fillers and the empty pattern of Braille show nothing by themselves. */
const VISIBLE = /[^\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** True for a text of which something is seen, and for an empty one. */
export const isVisible = (text: string): boolean => text === '' || VISIBLE.test(text);

export const INVISIBLE = 'Use at least one visible character.';

/**
 * A name typed by a user: one trimmed line. Postgres can't store NUL, and other control characters only
 * mislead. Of a name without a visible character nothing is seen in a list, and nothing can be clicked.
 */
export const singleLineText = (maxCharacters: number, whenEmpty = 'Enter a name.') =>
  z
    .string()
    .trim()
    .min(1, whenEmpty)
    .max(maxCharacters, `Use at most ${maxCharacters} characters.`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: Python's validators don't know `\\P{Cc}`.
    .regex(/^[^\x00-\x1f\x7f-\x9f]*$/u, 'Use no line breaks or control characters.')
    .refine(isWellFormed, 'A character is incomplete. Type the text again.')
    .refine(isVisible, INVISIBLE);

/** A trimmed line that may be empty. */
export const optionalLineText = (maxCharacters: number) =>
  z
    .string()
    .trim()
    .max(maxCharacters, `Use at most ${maxCharacters} characters.`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: Python's validators don't know `\\P{Cc}`.
    .regex(/^[^\x00-\x1f\x7f-\x9f]*$/u, 'Use no line breaks or control characters.')
    .refine(isWellFormed, 'A character is incomplete. Type the text again.')
    .refine(isVisible, INVISIBLE);

/** Text of several lines, trimmed; may be empty. */
export const multilineText = (maxCharacters: number) =>
  z
    .string()
    .trim()
    .max(maxCharacters, `Use at most ${maxCharacters} characters.`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: The same, without tab and line breaks.
    .regex(/^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*$/u, 'Use no control characters.')
    .refine(isWellFormed, 'A character is incomplete. Type the text again.');
