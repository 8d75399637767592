const PROMPT =
  /^\s{0,100}(?:(?:PS )?[A-Za-z]:\\[^>\n]{0,200}>|[\w.-]{1,60}@[\w.-]{1,60}:[^\s$#]{0,200}[$#]|[$%>#])[ \t]{0,20}(?=[^\n]{0,200}curl)/i;

/** A text without the prompt of a terminal in front. A `#` may begin a comment instead: then a command follows below. */
export function withoutPrompt(text: string): string {
  const prompt = PROMPT.exec(text)?.[0];
  if (prompt === undefined) return text;
  const mayBeComment = /^\s*#/.test(prompt) && /\n\s{0,20}curl/.test(text);
  return mayBeComment ? text : text.slice(prompt.length);
}
