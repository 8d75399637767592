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
    .regex(/^\P{Cc}*$/u, 'Use no line breaks or control characters.')
    .refine(isWellFormed, 'A character is incomplete. Type the text again.');

/** Text of several lines, trimmed; may be empty. */
export const multilineText = (maxCharacters: number) =>
  z
    .string()
    .trim()
    .max(maxCharacters, `Use at most ${maxCharacters} characters.`)
    .regex(/^[\P{Cc}\n\r\t]*$/u, 'Use no control characters.')
    .refine(isWellFormed, 'A character is incomplete. Type the text again.');
