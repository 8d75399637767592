import type { CodeSource, MissingValue } from '../../platform/sandbox/contract';
import { writeJson } from '../../platform/text/json-text';
import { SourceCache, sourceKey } from '../expressions/source-cache';

/**
 * Replaces a reference inside quotes by its text, as in every other field: `"Hi <start.name>"` becomes
 * `Hi ${…}` in backticks. Only names of variables are ever written into the code, never values.
 */
export function withQuotedReferences(source: CodeSource): CodeSource {
  const { missing = {} } = source;
  const names = [...Object.keys(source.bindings), ...Object.keys(missing)];
  if (names.length === 0 || !/["'`]/.test(source.code)) return source;
  const { code, textNames } = rewrites.get(sourceKey(source.code, names), () => {
    const scan = new QuoteScan(source.code, names);
    return { code: scan.rewrite(), textNames: scan.textNames };
  });
  if (code === source.code) return source;
  const bindings = { ...source.bindings };
  const missingTexts: Record<string, MissingValue> = { ...missing };
  for (const [own, name] of textNames) {
    const why = missing[name];
    if (why) missingTexts[own] = why;
    else bindings[own] = insertedText(source.bindings[name]);
  }
  return source.missing ? { code, bindings, missing: missingTexts } : { code, bindings };
}

const rewrites = new SourceCache<{ code: string; textNames: ReadonlyMap<string, string> }>();

const TOKEN = /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[\p{ID_Start}$_][\p{ID_Continue}$]*|[0-9][\w.]*|[\s\S]/uy;
const REGEX = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;
const STRING = /"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'/y;
const TEMPLATE_TEXT = /(?:\\[\s\S]|\$(?!\{)|[^`\\$])*/y;
const NAME = /\$ref\d+/g;
/** After these words a slash begins a regular expression; after others it divides. */
const BEFORE_VALUE = /^(?:return|typeof|case|in|of|delete|void|throw|new|else|do|instanceof|yield|await)$/;

/** Scans JavaScript just well enough to tell text from code. */
class QuoteScan {
  /** The new variables, each with the one whose text it holds. */
  readonly textNames = new Map<string, string>();
  readonly #code: string;
  readonly #names: ReadonlySet<string>;
  readonly #prefix: string;
  #at = 0;

  constructor(code: string, names: readonly string[]) {
    this.#code = code;
    this.#names = new Set(names);
    let prefix = '$text';
    while (code.includes(prefix)) prefix += '_';
    this.#prefix = prefix;
  }

  rewrite(): string {
    let result = '';
    let before = '';
    /** Depth of braces in each open `${`. */
    const holes: number[] = [];
    while (this.#at < this.#code.length) {
      const char = this.#code[this.#at] as string;
      const inHole = holes.length - 1;
      let token: string;
      if (char === '`' || (char === '}' && holes[inHole] === 0)) {
        if (char === '}') holes.pop();
        token = this.#template(char);
        if (token.endsWith('${')) holes.push(0);
      } else if (char === '"' || char === "'") token = this.#string(before);
      else {
        token = (char === '/' && beginsValue(before) && this.#take(REGEX)) || (this.#take(TOKEN) ?? char);
        if (inHole >= 0 && token === '{') holes[inHole] = (holes[inHole] as number) + 1;
        if (inHole >= 0 && token === '}') holes[inHole] = (holes[inHole] as number) - 1;
      }
      result += token;
      if (!/^(?:\s|\/\/|\/\*)/.test(token)) before = token;
    }
    return result;
  }

  /** Reads from a backtick, or the brace that ends a hole, to the next hole or the end. */
  #template(opening: string): string {
    this.#at += 1;
    const text = this.#take(TEMPLATE_TEXT) ?? '';
    const ending = this.#code.startsWith('${', this.#at) ? '${' : this.#code.slice(this.#at, this.#at + 1);
    this.#at += ending.length;
    return opening + this.#filled(text) + ending;
  }

  #string(before: string): string {
    const quoted = this.#take(STRING);
    if (quoted === null) {
      this.#at += 1; // never closed: the sandbox reports it
      return this.#code[this.#at - 1] as string;
    }
    const text = quoted.slice(1, -1);
    const filled = this.#filled(
      text.replace(/\\[\s\S]|`|\$\{/g, (part) => (/^[`$]/.test(part) ? `\\${part}` : part)),
    );
    if (!this.#holdsReference(text)) return quoted;
    const isKey = /^[{,]$/.test(before) && /^\s*:/.test(this.#code.slice(this.#at, this.#at + 100));
    return isKey ? `[\`${filled}\`]` : `\`${filled}\``;
  }

  #filled(text: string): string {
    return text.replace(NAME, (name) => {
      if (!this.#names.has(name)) return name;
      const own = `${this.#prefix}${name.slice('$ref'.length)}`;
      this.textNames.set(own, name);
      return `\${${own}}`;
    });
  }

  #holdsReference(text: string): boolean {
    return (text.match(NAME) ?? []).some((name) => this.#names.has(name));
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#code)?.[0] ?? null;
    if (found !== null) this.#at += found.length;
    return found;
  }
}

function beginsValue(before: string): boolean {
  return before === '' || BEFORE_VALUE.test(before) || !/[\p{ID_Continue}$)\]}"'`]$/u.test(before);
}

/** Converts a value to text as any text field does: null is empty, all but text is compact JSON. */
function insertedText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : writeJson(value);
}
