/** A character that Markdown interprets, at a line's start or anywhere; URLs become links. */
const FORMAT = /[*_`#[>|~]|:\/\/|^[ \t]{0,9}(?:[-+]|\d{1,9}[.)]) /m;

/** True if a note's text may be rendered differently from how it was typed. */
export const isFormatted = (text: string): boolean => FORMAT.test(text);
