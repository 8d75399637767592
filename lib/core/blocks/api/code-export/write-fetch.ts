import type { ExportedRequest } from '../../import-export';
import { hasHeader, type SentRequest, toBase64, toSentRequest } from './sent-request';

/** Writes JavaScript for Node, Deno, Bun and browsers. */
export function writeFetch(exported: ExportedRequest): string {
  const request = toSentRequest(exported);
  const { method, url } = request;
  const options: string[] = [];
  if (method !== 'GET') options.push(`method: ${quote(method)}`);
  if (request.headers.length > 0) options.push(`headers: ${writeHeaders(request)}`);
  if (request.body !== null) options.push(`body: ${writeBody(request)}`);
  const argument = options.length === 0 ? '' : `, {\n${options.map((option) => `  ${option},\n`).join('')}}`;
  return (
    `const response = await fetch(${quote(url)}${argument});\n\n` +
    `console.log(response.status, await response.text());\n`
  );
}

/** Writes a list of pairs if an object would lose a header. */
function writeHeaders({ headers }: SentRequest): string {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const isObject = names.size === headers.length && !names.has('__proto__');
  const lines = headers.map(([name, value]) =>
    isObject ? `    ${quote(name)}: ${quote(value)},\n` : `    [${quote(name)}, ${quote(value)}],\n`,
  );
  return isObject ? `{\n${lines.join('')}  }` : `[\n${lines.join('')}  ]`;
}

/** Writes text as bytes if there is no Content-Type, because `fetch` would add a type of its own to text. */
function writeBody(request: SentRequest): string {
  const { body } = request;
  if (body?.kind === 'bytes') {
    return `Uint8Array.from(atob(${quote(toBase64(body.bytes))}), (char) => char.charCodeAt(0))`;
  }
  const text = quoteText(body?.text ?? '');
  return hasHeader(request, 'content-type') ? text : `new TextEncoder().encode(${text})`;
}

function quoteText(text: string): string {
  if (!text.includes('\n')) return quote(text);
  const escaped = text
    .replace(/[\\`]|\$(?=\{)/g, '\\$&')
    .replaceAll('\r', '\\r')
    .replace(/(?![\t\n])[\p{Cc}\u2028\u2029\ufeff]/gu, escapeUnicode);
  return `\`${escaped}\``;
}

function quote(text: string): string {
  return JSON.stringify(text).replace(/[\p{Cc}\u2028\u2029\ufeff]/gu, escapeUnicode);
}

function escapeUnicode(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
