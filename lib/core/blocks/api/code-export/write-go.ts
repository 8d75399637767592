import type { ExportedRequest } from '../../import-export';
import { type SentBody, toSentRequest } from './sent-request';

/** Writes a whole program that needs only the standard library. */
export function writeGo(exported: ExportedRequest): string {
  const { method, url, headers, body } = toSentRequest(exported);
  const imports = ['fmt', 'io', 'net/http', ...(body === null ? [] : ['strings'])];
  const reader = body === null ? 'nil' : `strings.NewReader(${quoteBody(body)})`;
  const lines = [
    `request, err := http.NewRequest(${quote(method)}, ${quote(url)}, ${reader})`,
    ...PANIC,
    ...headers.map(([name, value]) => `request.Header.Add(${quote(name)}, ${quoteLatin1(value)})`),
    '',
    'response, err := http.DefaultClient.Do(request)',
    ...PANIC,
    'defer response.Body.Close()',
    'answer, err := io.ReadAll(response.Body)',
    ...PANIC,
    'fmt.Println(response.Status)',
    'fmt.Println(string(answer))',
  ];
  const main = lines.map((line) => (line === '' ? '\n' : `\t${line}\n`)).join('');
  return (
    `package main\n\nimport (\n${imports.map((name) => `\t"${name}"\n`).join('')})\n\nfunc main() {\n` +
    `${main}}\n`
  );
}

const PANIC = ['if err != nil {', '\tpanic(err)', '}'];

function quoteBody(body: SentBody): string {
  if (body.kind === 'bytes') {
    const bytes = Array.from(body.bytes, (byte) => escapeByte(byte));
    return `"${bytes.join('')}"`;
  }
  const fitsRaw = /["\n]/.test(body.text) && !/[`\ufeff]|(?![\t\n])\p{Cc}/u.test(body.text);
  return fitsRaw ? `\`${body.text}\`` : quote(body.text);
}

function quote(text: string): string {
  const escaped = text.replace(/["\\\p{Cc}\ufeff\u2028\u2029]/gu, (char) => {
    const code = char.charCodeAt(0);
    return code > 0x7f ? `\\u${code.toString(16).padStart(4, '0')}` : escapeByte(code);
  });
  return `"${escaped}"`;
}

/** Quotes a header value, by bytes if it is Latin-1: header values are bytes, and so are Go strings. */
function quoteLatin1(text: string): string {
  const isLatin1 = /^[\p{Cc}\x20-\xff]*$/u.test(text);
  if (!isLatin1) return quote(text);
  return `"${Array.from(text, (char) => escapeByte(char.charCodeAt(0))).join('')}"`;
}

function escapeByte(byte: number): string {
  if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`;
  if (byte === 0x0a) return '\\n';
  if (byte === 0x0d) return '\\r';
  if (byte === 0x09) return '\\t';
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
}
