const WORD = /[\p{ID_Continue}$]+/uy;
/** A value begins after these words; an operator after others. */
const BEFORE_VALUE =
  /^(?:return|typeof|case|in|of|delete|void|throw|new|else|do|instanceof|yield|await|default|extends)$/;

/** `value`: one may begin here; `operator`: after one; `silent`: in a comment or a regular expression. */
export type CodePlace = 'value' | 'operator' | 'text' | 'silent';

type State = 'code' | '"' | "'" | '`' | 'line note' | 'note' | 'regex' | 'class';

/**
 * Reads JavaScript from its beginning, just well enough to tell values from texts, comments and regular
 * expressions. Places must be asked for in ascending order.
 */
export class CodeScan {
  #at = 0;
  #state: State = 'code';
  #endsValue = false;
  /** Depth of braces in each open `${`. */
  readonly #holes: number[] = [];

  constructor(readonly code: string) {}

  placeAt(at: number): CodePlace {
    while (this.#at < at) this.#step();
    if (this.#state === 'code') return this.#endsValue ? 'operator' : 'value';
    return this.#state === '"' || this.#state === "'" || this.#state === '`' ? 'text' : 'silent';
  }

  /** Continues after a reference, whatever it contains. */
  pass(start: number, end: number): void {
    if (end <= this.#at) return;
    this.placeAt(start);
    this.#at = end;
    if (this.#state === 'code') this.#endsValue = true;
  }

  #step(): void {
    const { code } = this;
    const char = code[this.#at] as string;
    switch (this.#state) {
      case 'code':
        this.#stepInCode(char);
        break;
      case 'line note':
        this.#enter(char === '\n' ? 'code' : 'line note', 1, this.#endsValue);
        break;
      case 'note': {
        const isOver = code.startsWith('*/', this.#at);
        this.#enter(isOver ? 'code' : 'note', isOver ? 2 : 1, this.#endsValue);
        break;
      }
      case 'regex':
      case 'class':
        this.#stepInRegex(char);
        break;
      default:
        this.#stepInText(char);
    }
  }

  #stepInText(char: string): void {
    const quote = this.#state;
    if (char === '\\') this.#at += 2;
    else if (quote === '`' && this.code.startsWith('${', this.#at)) {
      this.#holes.push(0);
      this.#enter('code', 2, false);
    } else if (char === quote) this.#enter('code', 1, true);
    else if (char === '\n' && quote !== '`') this.#enter('code', 1, false);
    else this.#at += 1;
  }

  #stepInRegex(char: string): void {
    if (char === '\\') this.#at += 2;
    else if (char === '\n') this.#enter('code', 1, false);
    else if (this.#state === 'class') this.#enter(char === ']' ? 'regex' : 'class', 1, false);
    else if (char === '[') this.#enter('class', 1, false);
    else this.#enter(char === '/' ? 'code' : 'regex', 1, char === '/');
  }

  #stepInCode(char: string): void {
    const { code } = this;
    WORD.lastIndex = this.#at;
    const word = WORD.exec(code)?.[0];
    if (word !== undefined) this.#enter('code', word.length, !BEFORE_VALUE.test(word));
    else if (/\s/.test(char)) this.#at += 1;
    else if (char === '"' || char === "'" || char === '`') this.#enter(char, 1, false);
    else if (code.startsWith('//', this.#at)) this.#enter('line note', 2, this.#endsValue);
    else if (code.startsWith('/*', this.#at)) this.#enter('note', 2, this.#endsValue);
    else if (char === '/' && !this.#endsValue) this.#enter('regex', 1, false);
    else this.#stepOverSign(char);
  }

  #stepOverSign(char: string): void {
    const last = this.#holes.length - 1;
    const depth = this.#holes[last];
    if (char === '}' && depth === 0) {
      this.#holes.pop();
      this.#enter('`', 1, false);
      return;
    }
    if (depth !== undefined && char === '{') this.#holes[last] = depth + 1;
    if (depth !== undefined && char === '}') this.#holes[last] = depth - 1;
    this.#enter('code', 1, char === ')' || char === ']' || char === '}');
  }

  #enter(state: State, length: number, endsValue: boolean): void {
    this.#at += length;
    this.#state = state;
    this.#endsValue = endsValue;
  }
}
