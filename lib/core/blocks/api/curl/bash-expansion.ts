import { type KnownVariables, type ShellCommand, variableText } from './shell-command';

interface Read {
  text: string;
  /** The position after the text that was read. */
  end: number;
}

const SIMPLE = /\$([A-Za-z_]\w{0,63})/y;
const BRACED = /\$\{([A-Za-z_]\w{0,63})(?::?[-=?+][^{}]*)?\}/y;
const OUTPUT_NAME = 'COMMAND_OUTPUT';

/** Expands a `$` or a backtick: variables become `{{NAME}}`, no command is ever run. */
export function readDollar(text: string, at: number, command: ShellCommand, known: KnownVariables): Read {
  if (text[at] === '`') {
    const close = text.indexOf('`', at + 1);
    return close === -1 ? literal(text, at) : commandOutput(close + 1, command);
  }
  if (text.startsWith('$(', at)) return commandOutput(closingParenthesis(text, at + 2), command);
  for (const pattern of [BRACED, SIMPLE]) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match?.[1] !== undefined) {
      return { text: variableText(match[1], command, known), end: at + match[0].length };
    }
  }
  return literal(text, at);
}

function literal(text: string, at: number): Read {
  return { text: text[at] ?? '', end: at + 1 };
}

function commandOutput(end: number, command: ShellCommand): Read {
  command.warnings.add(
    `The output of a command in the text can't be known here; {{${OUTPUT_NAME}}} stands in its place.`,
  );
  return { text: `{{${OUTPUT_NAME}}}`, end };
}

function closingParenthesis(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')' && --depth === 0) return at + 1;
  }
  return text.length;
}

const NAMED_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
};
const CODE_ESCAPE = /\\(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|([0-7]{1,3}))/y;
const MAX_CODE_POINT = 0x10ffff;

/** Reads the inside of `$'…'`, after its opening quote; `\x` and octal escapes are bytes of UTF-8. */
export function readSingleQuotedEscapes(text: string, from: number): Read {
  const parts: string[] = [];
  let bytes: number[] = [];
  const flush = () => {
    if (bytes.length > 0)
      parts.push(new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes)));
    bytes = [];
  };
  let at = from;
  while (at < text.length && text[at] !== "'") {
    CODE_ESCAPE.lastIndex = at;
    const code = text[at] === '\\' ? CODE_ESCAPE.exec(text) : null;
    if (code !== null) {
      at += code[0].length;
      const [, hex, short, long, octal] = code;
      const byte = hex ?? octal;
      if (byte !== undefined) bytes.push(Number.parseInt(byte, hex === undefined ? 8 : 16) & 0xff);
      else {
        flush();
        // Two surrogate halves side by side form one character.
        const point = Number.parseInt(short ?? long ?? '', 16);
        parts.push(
          point > 0xffff && point <= MAX_CODE_POINT
            ? String.fromCodePoint(point)
            : String.fromCharCode(point),
        );
      }
      continue;
    }
    flush();
    if (text[at] === '\\') {
      const next = text[at + 1] ?? '';
      parts.push(NAMED_ESCAPES[next] ?? `\\${next}`);
      at += 2;
    } else parts.push(text[at++] ?? '');
  }
  flush();
  return { text: parts.join(''), end: Math.min(at + 1, text.length) };
}
