import { emptyCommand, OPEN_QUOTE_WARNING, type ShellCommand, type ShellReader } from './shell-command';

/**
 * Reads commands as Windows does: cmd.exe removes the carets and ends the command, then the program
 * splits its line into words by its own rules for `"` and `\`.
 */
export class CmdReader implements ShellReader {
  private at = 0;

  constructor(private readonly text: string) {}

  next(): ShellCommand | null {
    while (this.at < this.text.length) {
      const command = emptyCommand();
      command.words = splitArguments(this.line(command), command);
      if (command.words.length > 0) return command;
    }
    return null;
  }

  /** Reads one command line and resolves its carets. */
  private line(command: ShellCommand): string {
    const line: string[] = [];
    let isQuoted = false;
    while (this.at < this.text.length) {
      const char = this.text[this.at++] ?? '';
      if (char === '^' && !isQuoted) {
        line.push(this.caret());
        continue;
      }
      if (char === '\n') break;
      if (!isQuoted && (char === '|' || char === '&')) break;
      if (char === '"') isQuoted = !isQuoted;
      if (!isQuoted && (char === '>' || char === '<')) command.warnings.add('A redirection was left out.');
      if (char !== '\r') line.push(char);
    }
    return line.join('');
  }

  /** Returns the character after a caret literally; a line end is dropped, a second one is kept. */
  private caret(): string {
    const escaped = this.text[this.at] ?? '';
    const lineEnd = /\r?\n/y;
    lineEnd.lastIndex = this.at;
    const skipped = lineEnd.exec(this.text)?.[0];
    if (skipped === undefined) {
      this.at += 1;
      return escaped;
    }
    this.at += skipped.length;
    lineEnd.lastIndex = this.at;
    const kept = lineEnd.exec(this.text)?.[0];
    if (kept === undefined) return '';
    this.at += kept.length;
    return '\n';
  }
}

/** Splits a line: `\"` is a quote, so is `""` inside quotes; backslashes count only before a quote. */
export function splitArguments(line: string, command: ShellCommand): string[] {
  const words: string[] = [];
  let word: string[] | null = null;
  let isQuoted = false;
  let at = 0;
  while (at < line.length) {
    const char = line[at] ?? '';
    if (!isQuoted && /\s/.test(char)) {
      if (word !== null) words.push(word.join(''));
      word = null;
      at += 1;
      continue;
    }
    word ??= [];
    if (char === '\\') {
      let end = at;
      while (line[end] === '\\') end += 1;
      const count = end - at;
      const isBeforeQuote = line[end] === '"';
      word.push('\\'.repeat(isBeforeQuote ? Math.floor(count / 2) : count));
      at = end;
      if (isBeforeQuote && count % 2 === 1) {
        word.push('"');
        at += 1;
      }
    } else if (char === '"') {
      const isDoubled = isQuoted && line[at + 1] === '"';
      if (isDoubled) word.push('"');
      else isQuoted = !isQuoted;
      at += isDoubled ? 2 : 1;
    } else {
      word.push(char);
      at += 1;
    }
  }
  if (word !== null) words.push(word.join(''));
  if (isQuoted) command.warnings.add(OPEN_QUOTE_WARNING);
  return words;
}
