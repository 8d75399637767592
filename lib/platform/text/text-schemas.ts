import { z } from 'zod';

/** Without half of a surrogate pair: Postgres can't keep one in JSON, as an audit entry is. */
const WHOLE_CHARACTERS = /^\P{Cs}*$/u;

/**
 * A name people type: one trimmed line. Postgres can't hold NUL, and other control characters only deceive.
 */
export const singleLineText = (maxCharacters: number, whenEmpty = 'Enter a name.') =>
  z
    .string()
    .trim()
    .min(1, whenEmpty)
    .max(maxCharacters, `Use at most ${maxCharacters} characters.`)
    .regex(/^\P{Cc}*$/u, 'Use no line breaks or control characters.')
    .regex(WHOLE_CHARACTERS, 'A character is incomplete. Type the text again.');

/** Text of several lines, trimmed; may be empty. */
export const multilineText = (maxCharacters: number) =>
  z
    .string()
    .trim()
    .max(maxCharacters, `Use at most ${maxCharacters} characters.`)
    .regex(/^[\P{Cc}\n\r\t]*$/u, 'Use no control characters.')
    .regex(WHOLE_CHARACTERS, 'A character is incomplete. Type the text again.');
