import { z } from 'zod';

/** Postgres can't store unpaired surrogates in JSON, which audit entries are. */
const isWellFormed = (text: string): boolean => text.isWellFormed();

/**
 * A name typed by a user: one trimmed line. Postgres can't store NUL, and other control characters only
 * mislead.
 */
export const singleLineText = (maxCharacters: number, whenEmpty = 'Enter a name.') =>
  z
    .string()
    .trim()
    .min(1, whenEmpty)
    .max(maxCharacters, `Use at most ${maxCharacters} characters.`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: Python's validators don't know `\\P{Cc}`.
    .regex(/^[^\x00-\x1f\x7f-\x9f]*$/u, 'Use no line breaks or control characters.')
    .refine(isWellFormed, 'A character is incomplete. Type the text again.');

/** The same, and it may be empty. */
export const optionalLineText = (maxCharacters: number) =>
  z
    .string()
    .trim()
    .max(maxCharacters, `Use at most ${maxCharacters} characters.`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: Python's validators don't know `\\P{Cc}`.
    .regex(/^[^\x00-\x1f\x7f-\x9f]*$/u, 'Use no line breaks or control characters.')
    .refine(isWellFormed, 'A character is incomplete. Type the text again.');

/** Text of several lines, trimmed; may be empty. */
export const multilineText = (maxCharacters: number) =>
  z
    .string()
    .trim()
    .max(maxCharacters, `Use at most ${maxCharacters} characters.`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: The same, without tab and line breaks.
    .regex(/^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*$/u, 'Use no control characters.')
    .refine(isWellFormed, 'A character is incomplete. Type the text again.');
