/** A sign that Markdown gives a meaning, at a line's start or anywhere; an address becomes a link. */
const FORMAT = /[*_`#[>|~]|:\/\/|^[ \t]{0,9}(?:[-+]|\d{1,9}[.)]) /m;

/** Whether a note's text may look other than it was typed. */
export const isFormatted = (text: string): boolean => FORMAT.test(text);
