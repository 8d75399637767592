import type { ExportedRequest } from '../../import-export';
import { hasHeader, type SentBody, toSentRequest } from './sent-request';

/**
 * The most characters of an argument. Linux allows 128 KiB for one word; text printed by the shell
 * itself has no such limit.
 */
const MAX_ARGUMENT_CHARACTERS = 30_000;

/** Writes a command for bash and zsh that sends the request byte for byte. */
export function writeCurl(exported: ExportedRequest): string {
  const request = toSentRequest(exported);
  const { method, url, headers, body } = request;
  const isImplied = method === (body === null ? 'GET' : 'POST');
  const start = ['curl'];
  if (method === 'HEAD') start.push('-I');
  else if (!isImplied) start.push('-X', /^[A-Z]+$/.test(method) ? method : quote(method));
  // Brackets and braces would make curl call several addresses.
  if (/[[\]{}]/.test(url)) start.push('-g');
  // A text that is no URL must not be taken for an option.
  if (url.startsWith('-')) start.push('--url');
  const lines = [[...start, quote(url)].join(' ')];
  for (const [name, value] of headers)
    lines.push(`-H ${quote(value === '' ? `${name};` : `${name}: ${value}`, true)}`);
  if (hasHeader(request, 'accept-encoding')) lines.push('--compressed');
  if (body === null) return lines.join(' \\\n  ');
  if (!hasHeader(request, 'content-type')) lines.push(`-H 'Content-Type:'`);
  const printed = printCommand(body);
  lines.push(printed === null ? `--data-raw ${quote(bodyText(body))}` : '--data-binary @-');
  return (printed === null ? '' : `${printed} |\n`) + lines.join(' \\\n  ');
}

/** Returns `printf …` for a body that can't be an argument of the command; null if it can be one. */
function printCommand(body: SentBody): string | null {
  if (body.kind === 'text' && !body.text.includes('\0')) {
    return body.text.length > MAX_ARGUMENT_CHARACTERS ? `printf '%s' ${quote(body.text)}` : null;
  }
  const bytes = body.kind === 'bytes' ? body.bytes : new TextEncoder().encode(body.text);
  const parts: string[] = [];
  for (const byte of bytes) {
    const char = String.fromCharCode(byte);
    parts.push(/[A-Za-z0-9 .,:;_={}[\]"-]/.test(char) ? char : `\\${byte.toString(8).padStart(3, '0')}`);
  }
  return `printf -- '${parts.join('')}'`;
}

function bodyText(body: SentBody): string {
  return body.kind === 'text' ? body.text : '';
}

/** Quotes with `'…'`, or `$'…'` if a character would not survive a terminal. `isHeader`: Latin-1 bytes. */
function quote(text: string, isHeader = false): string {
  const needsEscapes = isHeader ? /[^\t\x20-\x7e]/ : /(?![\t\n])\p{Cc}/u;
  if (!needsEscapes.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`;
  const escaped = text.replace(/[\\'!\p{Cc}\x80-\xff]/gu, (char) => escapeChar(char, isHeader));
  return `$'${escaped}'`;
}

function escapeChar(char: string, isHeader: boolean): string {
  if (char === '\\' || char === "'") return `\\${char}`;
  if (char === '\n') return '\\n';
  if (char === '\r') return '\\r';
  if (char === '\t') return '\\t';
  const code = char.charCodeAt(0);
  if (code > 0x7f && !isHeader) return char;
  return `\\x${code.toString(16).padStart(2, '0')}`;
}
