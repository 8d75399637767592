import type { ExportedRequest } from '../../import-export';
import { joinedHeaders, type SentBody, toSentRequest } from './sent-request';

/** Writes Python with the package `requests`. */
export function writePython(exported: ExportedRequest): string {
  const request = toSentRequest(exported);
  const lines = [`    ${quote(request.method)},\n`, `    ${quote(request.url)},\n`];
  if (request.headers.length > 0) {
    const headers = joinedHeaders(request).map(
      ([name, value]) => `        ${quote(name)}: ${quote(value)},\n`,
    );
    lines.push(`    headers={\n${headers.join('')}    },\n`);
  }
  if (request.body !== null) lines.push(`    data=${writeBody(request.body)},\n`);
  return (
    `import requests\n\nresponse = requests.request(\n${lines.join('')})\n\n` +
    `print(response.status_code, response.text)\n`
  );
}

/** Writes the body as bytes: for text, the package would choose an encoding itself. */
function writeBody(body: SentBody): string {
  if (body.kind === 'bytes') {
    const parts = Array.from(body.bytes, (byte) =>
      byte >= 0x20 && byte < 0x7f ? escapeChar(String.fromCharCode(byte)) : hex(byte),
    );
    return `b"${parts.join('')}"`;
  }
  const lines = body.text.split(/(?<=\n)/);
  if (lines.length === 1) return `${quote(body.text)}.encode()`;
  return `(\n${lines.map((line) => `        ${quote(line)}\n`).join('')}    ).encode()`;
}

function quote(text: string): string {
  return `"${text.replace(/["\\\p{Cc}\u2028\u2029\ufeff]/gu, escapeChar)}"`;
}

function escapeChar(char: string): string {
  if (char === '"' || char === '\\') return `\\${char}`;
  if (char === '\n') return '\\n';
  if (char === '\r') return '\\r';
  if (char === '\t') return '\\t';
  const code = char.charCodeAt(0);
  if (code >= 0x20 && code < 0x7f) return char;
  return code > 0xff ? `\\u${code.toString(16).padStart(4, '0')}` : hex(code);
}

function hex(code: number): string {
  return `\\x${code.toString(16).padStart(2, '0')}`;
}
