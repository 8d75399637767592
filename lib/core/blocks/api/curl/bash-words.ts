import { readDollar, readSingleQuotedEscapes } from './bash-expansion';
import { type Heredoc, readHeredocs } from './bash-heredoc';
import {
  emptyCommand,
  type KnownVariables,
  OPEN_QUOTE_WARNING,
  type ShellCommand,
  type ShellReader,
} from './shell-command';

const NEWLINE = /\r?\n/y;
const CONTINUATION = /\\[ \t]*\r?\n/y;
const BLANK = /[ \t\u00a0]/;
// Copied commands often have lost the backslashes at their line ends, so a line that begins with an
// option or an address continues the command.
const GOES_ON = /(?:\r?\n[ \t]*)+(?:--?[A-Za-z:#]|['"]?https?:\/\/)/y;
const REDIRECTION = /(?:\d+|&)?(?:<<<|<<-?|>>|>&|<&|>\||<>|>|<)/y;
// `<name.field>` and `<TOKEN>` are placeholders for the reader, not files.
const PLACEHOLDER = /<[A-Za-z_][^\s<>'"`;|&()]*>/y;
// In an address pasted without quotes, bash would stop at the `&`.
const UNQUOTED_QUERY = /&[\w%[\].-]+=/y;
const OPERATOR = /\|\||&&|\|&|;;|[|&;()]/y;
const SMART_QUOTES: Readonly<Record<string, string>> = { '“': '”', '”': '”', '‘': '’', '’': '’' };

/** Reads commands as bash does, without running anything, in one pass over the characters. */
export class BashReader implements ShellReader {
  private at = 0;
  private command: ShellCommand = emptyCommand();
  private heredocs: Heredoc[] = [];
  private wordStart = 0;
  /** The range of a heredoc that was read ahead of its place. */
  private passed = { from: -1, to: -1 };
  private readonly lastSmartQuote: number;

  /** `known`: variables set by the commands before; it may grow between two calls of `next`. */
  constructor(
    private readonly text: string,
    private readonly known: KnownVariables = new Map(),
  ) {
    this.lastSmartQuote = Math.max(text.lastIndexOf('”'), text.lastIndexOf('’'));
  }

  /** Returns the next command with at least one word; null at the end. */
  next(): ShellCommand | null {
    this.command = emptyCommand();
    while (this.at < this.text.length) {
      if (this.skipBlank()) continue;
      if (this.endsHere()) {
        if (this.command.words.length > 0) return this.finish();
        continue;
      }
      if (this.redirect()) continue;
      this.command.words.push(this.word());
    }
    return this.command.words.length > 0 ? this.finish() : null;
  }

  private finish(): ShellCommand {
    if (this.heredocs.length > 0) {
      // `<<EOF | jq`: the line goes on before the heredoc's text, which is skipped later.
      const here = this.at;
      const newline = this.text.indexOf('\n', here);
      this.at = newline === -1 ? this.text.length : newline + 1;
      this.takeHeredocs();
      this.passed = { from: newline + 1, to: this.at };
      this.at = newline === -1 ? this.at : here;
    }
    return this.command;
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text)?.[0] ?? null;
  }

  private take(pattern: RegExp): string | null {
    const found = this.match(pattern);
    if (found !== null) this.at += found.length;
    return found;
  }

  private skipBlank(): boolean {
    if (BLANK.test(this.text[this.at] ?? '')) {
      this.at += 1;
      return true;
    }
    if (this.take(CONTINUATION) !== null) return true;
    if (this.text[this.at] !== '#') return false;
    while (this.at < this.text.length && this.text[this.at] !== '\n') this.at += 1;
    return true;
  }

  /** Returns true at the end of a command; its heredocs are on the lines below. */
  private endsHere(): boolean {
    if (this.match(NEWLINE) !== null) {
      if (this.mayGoOn() && this.match(GOES_ON) !== null) {
        while (/\s/.test(this.text[this.at] ?? '')) this.at += 1;
        return false;
      }
      this.take(NEWLINE);
      if (this.at === this.passed.from) this.at = this.passed.to;
      if (this.heredocs.length > 0) this.takeHeredocs();
      return true;
    }
    const operator = this.take(OPERATOR);
    if (operator === '|' || operator === '|&') this.command.pipesOn = true;
    return operator !== null;
  }

  /** True if the next line may continue the command: a heredoc's text is no option of the command. */
  private mayGoOn(): boolean {
    const isHeredoc = this.heredocs.length > 0 || this.text.indexOf('\n', this.at) + 1 === this.passed.from;
    return this.command.words.length > 0 && !isHeredoc;
  }

  private redirect(): boolean {
    const operator = this.match(PLACEHOLDER) === null ? this.take(REDIRECTION) : null;
    if (operator === null) return false;
    while (this.skipBlank());
    const isQuoted = /['"\\]/.test(this.text[this.at] ?? '');
    const target = this.match(NEWLINE) === null ? this.word() : '';
    if (operator.endsWith('<<<')) this.command.stdin = `${target}\n`;
    else if (operator.includes('<<')) {
      this.heredocs.push({ delimiter: target, isLiteral: isQuoted, stripsTabs: operator.endsWith('-') });
    } else if (operator.endsWith('<'))
      this.command.warnings.add(`The file "${target}" can't be read from here.`);
    return true;
  }

  private takeHeredocs(): void {
    const read = readHeredocs(this.text, this.at, this.heredocs.splice(0), this.command, this.known);
    this.at = read.end;
    this.command.stdin = read.text;
  }

  private word(): string {
    let word = '';
    this.wordStart = this.at;
    while (this.at < this.text.length) {
      const char = this.text[this.at] ?? '';
      if (char === '&' && word.includes('?') && this.match(UNQUOTED_QUERY) !== null) {
        word += this.take(UNQUOTED_QUERY);
        continue;
      }
      if (BLANK.test(char) || this.match(NEWLINE) !== null || this.match(OPERATOR) !== null) break;
      if (char === '<' || char === '>') {
        const placeholder = this.take(PLACEHOLDER);
        if (placeholder === null) break;
        word += placeholder;
      } else if (this.take(CONTINUATION) === null) word += this.piece(char);
    }
    return word;
  }

  private piece(char: string): string {
    if (char === "'") return this.upTo("'");
    if (char === '"') return this.doubleQuoted();
    const closing = SMART_QUOTES[char];
    if (closing !== undefined && this.lastSmartQuote > this.at && this.at === this.wordStart) {
      return this.upTo(closing);
    }
    if (char === '$' && this.text[this.at + 1] === "'") {
      const read = readSingleQuotedEscapes(this.text, this.at + 2);
      this.at = read.end;
      return read.text;
    }
    if (char === '$' && this.text[this.at + 1] === '"') {
      this.at += 1;
      return this.doubleQuoted();
    }
    if (char === '$' || char === '`') return this.expand();
    this.at += 1;
    if (char !== '\\') return char;
    return this.text[this.at++] ?? '';
  }

  private expand(): string {
    const read = readDollar(this.text, this.at, this.command, this.known);
    this.at = read.end;
    return read.text;
  }

  /** Returns the text between the opening quote and the closing one, or the end if that is missing. */
  private upTo(quote: string): string {
    const end = this.text.indexOf(quote, this.at + 1);
    const text = this.text.slice(this.at + 1, end === -1 ? undefined : end);
    if (end === -1) this.warnOpenQuote();
    this.at = end === -1 ? this.text.length : end + 1;
    return text;
  }

  private doubleQuoted(): string {
    let text = '';
    this.at += 1;
    while (this.at < this.text.length) {
      const char = this.text[this.at] ?? '';
      if (char === '"') {
        this.at += 1;
        return text;
      }
      if (char === '$' || char === '`') text += this.expand();
      else if (char === '\\') {
        const line = this.take(/\\\r?\n/y);
        if (line !== null) continue;
        const next = this.text[this.at + 1] ?? '';
        // Interactive shells keep a history mark literal with `\!`; inside quotes the backslash stays, as in
        // bash.
        text += /[$`"\\]/.test(next) ? next : `\\${next}`;
        this.at += 2;
      } else {
        text += char;
        this.at += 1;
      }
    }
    this.warnOpenQuote();
    return text;
  }

  private warnOpenQuote(): void {
    this.command.warnings.add(OPEN_QUOTE_WARNING);
  }
}
