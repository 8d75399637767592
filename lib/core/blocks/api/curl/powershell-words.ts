import {
  emptyCommand,
  type KnownVariables,
  OPEN_QUOTE_WARNING,
  type ShellCommand,
  type ShellReader,
  variableText,
} from './shell-command';

const VARIABLE = /\$(?:env:)?([A-Za-z_]\w{0,63})|\$\{(?:env:)?([A-Za-z_]\w{0,63})\}/iy;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0' };

/** Reads PowerShell as far as a curl command needs it: quotes, backticks, variables. */
export class PowerShellReader implements ShellReader {
  private at = 0;
  private command = emptyCommand();

  constructor(
    private readonly text: string,
    private readonly known: KnownVariables = new Map(),
  ) {}

  next(): ShellCommand | null {
    this.command = emptyCommand();
    while (this.at < this.text.length) {
      const char = this.text[this.at] ?? '';
      if (/[\n;|&]/.test(char)) {
        this.at += 1;
        if (this.command.words.length > 0) return this.command;
      } else if (/\s/.test(char)) this.at += 1;
      else if (this.lineGoesOn()) continue;
      else this.command.words.push(this.word());
    }
    return this.command.words.length > 0 ? this.command : null;
  }

  private lineGoesOn(): boolean {
    const continuation = /`[ \t]*\r?\n/y;
    continuation.lastIndex = this.at;
    const found = continuation.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found !== undefined;
  }

  private word(): string {
    const word: string[] = [];
    while (this.at < this.text.length && !/[\s;|]/.test(this.text[this.at] ?? '')) {
      const char = this.text[this.at] ?? '';
      if (char === "'" || char === '"') word.push(this.quoted(char));
      else if (char === '`' && this.lineGoesOn()) break;
      else word.push(this.piece(char));
    }
    return word.join('');
  }

  private quoted(quote: string): string {
    const text: string[] = [];
    this.at += 1;
    while (this.at < this.text.length) {
      const char = this.text[this.at] ?? '';
      const next = this.text[this.at + 1];
      if (char === quote && next !== quote) {
        this.at += 1;
        return text.join('');
      }
      if (char === quote) {
        text.push(quote);
        this.at += 2;
      } else if (char === '\\' && this.escapedQuote(quote) > 0) {
        text.push('"');
        this.at += this.escapedQuote(quote);
      } else if (quote === '"') text.push(this.piece(char));
      else {
        text.push(char);
        this.at += 1;
      }
    }
    this.command.warnings.add(OPEN_QUOTE_WARNING);
    return text.join('');
  }

  /** Returns the length of a `\"` in a spelling that reaches the program as a quote; 0 if there is none. */
  private escapedQuote(quote: string): number {
    const [first, second] = [this.text[this.at + 1], this.text[this.at + 2] ?? ' '];
    if (quote === '"' && first === '`' && second === '"') return 3;
    if (first !== '"') return 0;
    if (quote === "'") return 2;
    if (second === '"') return 3;
    return /[\s;|]/.test(second) ? 0 : 2;
  }

  /** Reads a backtick escape, a variable, or one character. */
  private piece(char: string): string {
    const next = this.text[this.at + 1] ?? '';
    VARIABLE.lastIndex = this.at;
    const variable = char === '$' ? VARIABLE.exec(this.text) : null;
    if (variable !== null) {
      this.at += variable[0].length;
      return variableText(variable[1] ?? variable[2] ?? '', this.command, this.known);
    }
    this.at += char === '`' ? 2 : 1;
    return char === '`' ? (ESCAPES[next] ?? next) : char;
  }
}
