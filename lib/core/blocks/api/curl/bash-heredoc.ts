import { readDollar } from './bash-expansion';
import type { KnownVariables, ShellCommand } from './shell-command';

export interface Heredoc {
  delimiter: string;
  /** True for a quoted delimiter: nothing inside is expanded. */
  isLiteral: boolean;
  /** True for `<<-`. */
  stripsTabs: boolean;
}

/** Reads the lines after a command's line. Of several heredocs, the command reads the last. */
export function readHeredocs(
  text: string,
  from: number,
  heredocs: readonly Heredoc[],
  command: ShellCommand,
  known: KnownVariables,
): { text: string; end: number } {
  let at = from;
  let content = '';
  for (const { delimiter, isLiteral, stripsTabs } of heredocs) {
    const lines: string[] = [];
    while (at < text.length) {
      const newline = text.indexOf('\n', at);
      const end = newline === -1 ? text.length : newline;
      const line = text.slice(at, end).replace(/\r$/, '');
      at = Math.min(end + 1, text.length);
      const shown = stripsTabs ? line.replace(/^\t+/, '') : line;
      // A pasted end marker often keeps the indentation of the page it comes from.
      if (shown.trim() === delimiter) break;
      lines.push(`${shown}\n`);
    }
    content = isLiteral ? lines.join('') : expand(lines.join(''), command, known);
  }
  return { text: content, end: at };
}

function expand(text: string, command: ShellCommand, known: KnownVariables): string {
  const parts: string[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text[at] ?? '';
    if (char === '$' || char === '`') {
      const read = readDollar(text, at, command, known);
      parts.push(read.text);
      at = read.end;
    } else if (char === '\\' && /[$`\\\n]/.test(text[at + 1] ?? '')) {
      if (text[at + 1] !== '\n') parts.push(text[at + 1] ?? '');
      at += 2;
    } else {
      parts.push(char);
      at += 1;
    }
  }
  return parts.join('');
}
