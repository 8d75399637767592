/** Returns a regular expression, as text, that matches exactly this text. */
export const literalPattern = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
