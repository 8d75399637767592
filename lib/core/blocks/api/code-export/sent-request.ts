import { readUrl } from '@/lib/platform/read-url';
import { trimCharacters } from '../../../../platform/text/trim-characters';
import type { ExportedRequest } from '../../import-export';

/** A request in the form in which it is sent; every exporter writes this form. */
export interface SentRequest {
  method: string;
  /** Percent-encoded, without fragment; `{{NAME}}` stays as it is. */
  url: string;
  headers: Array<[name: string, value: string]>;
  body: SentBody | null;
}

export type SentBody = { kind: 'text'; text: string } | { kind: 'bytes'; bytes: Uint8Array };

const PLACEHOLDER = /\{\{\w+\}\}/g;

/** Makes the changes to a request that the outbound client would make before sending it. */
export function toSentRequest({ method, url, headers, body }: ExportedRequest): SentRequest {
  const trimmed = headers.map(([name, value]): [string, string] => [
    name.trim(),
    trimCharacters(value, '\t '),
  ]);
  const sent = { method: method.toUpperCase(), url: encodeUrl(url), headers: trimmed, body: readBody(body) };
  return moveCredentials(sent);
}

export function hasHeader({ headers }: SentRequest, name: string): boolean {
  return headers.some(([key]) => key.toLowerCase() === name);
}

/** Joins headers of the same name, for languages that keep headers in a dictionary. */
export function joinedHeaders({ headers }: SentRequest): Array<[name: string, value: string]> {
  const joined = new Map<string, [string, string]>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const before = joined.get(key);
    const separator = key === 'cookie' ? '; ' : ', ';
    joined.set(key, before === undefined ? [name, value] : [before[0], `${before[1]}${separator}${value}`]);
  }
  return [...joined.values()];
}

/** Percent-encodes a URL. Other text, such as one that begins with a variable, stays as written. */
function encodeUrl(url: string): string {
  const placeholders: string[] = [];
  const marker = freeMarker(url);
  const masked = url.trim().replace(PLACEHOLDER, (placeholder) => {
    placeholders.push(placeholder);
    return `${marker}${placeholders.length - 1}z`;
  });
  const parsed = readUrl(masked);
  if (parsed === null) return url.trim();
  parsed.hash = '';
  return parsed.href.replace(
    new RegExp(`${marker}(\\d+)z`, 'g'),
    (_, index) => placeholders[Number(index)] ?? '',
  );
}

/** Returns letters that do not occur in the text and survive in every part of a URL. */
function freeMarker(text: string): string {
  const lower = text.toLowerCase();
  let marker = 'placeholder';
  while (lower.includes(marker)) marker += 'x';
  return marker;
}

/** Moves `user:pass` from a URL to a header, because not every client reads them from the URL. */
function moveCredentials(request: SentRequest): SentRequest {
  const match = /^(https?:\/\/)([^/?#]*)@/.exec(request.url);
  if (match === null || match[2]?.includes('{{')) return request;
  const [whole, scheme = '', credentials = ''] = match;
  const url = scheme + request.url.slice(whole.length);
  if (hasHeader(request, 'authorization')) return { ...request, url };
  const [user = '', ...password] = credentials.split(':');
  const bytes = new TextEncoder().encode(`${decode(user)}:${decode(password.join(':'))}`);
  const value = `Basic ${toBase64(bytes)}`;
  return { ...request, url, headers: [...request.headers, ['Authorization', value]] };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A lone percent sign stands for itself.
  }
}

export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

function readBody(body: ExportedRequest['body']): SentBody | null {
  if (body === null || body.length === 0) return null;
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { kind: 'bytes', bytes };
  }
}
