const PROMPT = /^\s*(?:(?:PS )?[A-Za-z]:\\[^>\n]*>|[\w.-]+@[\w.-]+:[^\s$#]*[$#]|[$%>#])[ \t]*/i;
const COMMAND_WITHIN = 204;

/**
 * Removes a terminal's prompt from the front of a text. A `#` may begin a comment instead, if a command
 * follows below.
 */
export function withoutPrompt(text: string): string {
  const prompt = PROMPT.exec(text)?.[0];
  if (prompt === undefined || !namesCurl(text.slice(prompt.length))) return text;
  const mayBeComment = /^\s*#/.test(prompt) && /\n\s{0,20}curl/.test(text);
  return mayBeComment ? text : text.slice(prompt.length);
}

function namesCurl(text: string): boolean {
  const line = text.slice(0, COMMAND_WITHIN).split('\n', 1)[0] ?? '';
  return line.toLowerCase().includes('curl');
}
