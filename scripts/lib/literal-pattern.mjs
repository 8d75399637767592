/** A regular expression, as text, that matches this text and nothing else. */
export const literalPattern = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
