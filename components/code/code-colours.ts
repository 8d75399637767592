import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';

const quiet = { color: 'var(--faint)' };
const word = { color: 'var(--accent)' };

/** Colours the parts of a language with the design's tokens. */
export const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.keyword, tags.bool, tags.null, tags.self, tags.atom], ...word },
    { tag: [tags.string, tags.regexp, tags.special(tags.string)], color: 'var(--success)' },
    { tag: [tags.number], color: 'var(--running)' },
    { tag: [tags.propertyName, tags.typeName], color: 'var(--ink)' },
    { tag: [tags.comment, tags.punctuation, tags.separator, tags.brace, tags.squareBracket], ...quiet },
  ]),
);
