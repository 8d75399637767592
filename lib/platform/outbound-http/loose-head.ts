import { MalformedResponse } from './malformed-response';

/** A normalized head for the parser. */
export interface RewrittenHead {
  status: number;
  isChunked: boolean;
  bytes: Buffer;
}

interface HeaderLine {
  name: string;
  value: string;
}

const STATUS_LINE = /^HTTP\/(1\.0|1\.1|2|2\.0) {1,20}(\d{3})(?!\d)/i;
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Statuses without a body (RFC 9110, 6.4.1). */
const NO_BODY_STATUS: ReadonlySet<number> = new Set([204, 304]);
/** Longer ones are equivalent: more than any limit. */
const LONGEST_LENGTH = '999999999999999';
const COMPRESSIONS = new Set(['gzip', 'x-gzip', 'deflate', 'br']);

/**
 * Reads a head that deviates from the standard, and rewrites it: everything that both browsers and curl
 * accept is accepted (docs/decisions/outbound-http.md lists it).
 * @throws MalformedResponse
 */
export function readLooseHead(bytes: Buffer, isHead = false): RewrittenHead {
  const [first = '', ...rest] = bytes.toString('latin1').split('\n');
  const { status, version } = readStatusLine(first);
  const read = readLines(rest);
  const { headers, isChunked } = hasNoBody(status)
    ? frameNothing(read)
    : isHead
      ? frameHead(read)
      : frame(read);
  const lines = headers.map(({ name, value }) => `${name}: ${value}\r\n`).join('');
  const written = Buffer.from(`HTTP/${version} ${status} X\r\n${lines}\r\n`, 'latin1');
  return { status, isChunked, bytes: written };
}

/** Returns true if a status has no body, whatever the headers announce. */
export const hasNoBody = (status: number): boolean => NO_BODY_STATUS.has(status);

/** @throws MalformedResponse */
export function readStatusLine(line: string): { status: number; version: '1.0' | '1.1' } {
  const [, version, digits] = STATUS_LINE.exec(line) ?? [];
  const status = Number(digits ?? 0);
  if (status < 100) throw new MalformedResponse(describeStart(line));
  return { status, version: version === '1.0' ? version : '1.1' };
}

/** Returns the status of an incomplete status line; null while a fourth digit may follow. */
export function statusOfBegun(line: string): number | null {
  const [matched = '', , digits] = STATUS_LINE.exec(line) ?? [];
  return digits !== undefined && line.length > matched.length ? Number(digits) : null;
}

/** Joins folded lines; a header with an impossible name is dropped, as in browsers. */
function readLines(lines: readonly string[]): HeaderLine[] {
  const headers: HeaderLine[] = [];
  let folded: HeaderLine | null = null;
  for (const line of lines) {
    if (line.includes('\0')) throw new MalformedResponse('a header holds a NUL');
    const text = withoutControls(line);
    if (text.trim() === '') continue;
    if (text.startsWith(' ')) {
      // Before the first header there is nothing to continue.
      if (folded !== null) folded.value += folded.value === '' ? text.trim() : ` ${text.trim()}`;
      continue;
    }
    const colon = text.indexOf(':');
    if (colon === -1) throw new MalformedResponse('a header line has no colon');
    folded = { name: text.slice(0, colon).trim(), value: text.slice(colon + 1).trim() };
    if (TOKEN.test(folded.name)) headers.push(folded);
  }
  return headers;
}

/** Replaces control characters, including the carriage return at the end, by blanks. */
function withoutControls(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return line.replace(/[\x01-\x1f\x7f]/g, ' ');
}

/** Drops the framing headers of a response without a body, even if they are invalid. */
function frameNothing(lines: readonly HeaderLine[]): { headers: HeaderLine[]; isChunked: boolean } {
  return { headers: withoutFraming(lines), isChunked: false };
}

/** Keeps what the headers of a HEAD's response announce, unless it makes no sense. */
function frameHead(lines: readonly HeaderLine[]): { headers: HeaderLine[]; isChunked: boolean } {
  try {
    return frame(lines);
  } catch (error) {
    if (error instanceof MalformedResponse) return frameNothing(lines);
    throw error;
  }
}

const withoutFraming = (lines: readonly HeaderLine[]): HeaderLine[] =>
  lines.filter(({ name }) => !/^(content-length|transfer-encoding)$/i.test(name));

/** Rewrites the framing headers to one consistent statement of where the body ends (RFC 9112, 6.3). */
function frame(lines: readonly HeaderLine[]): { headers: HeaderLine[]; isChunked: boolean } {
  const others = withoutFraming(lines);
  const codings = listed(lines, 'transfer-encoding').filter((coding) => coding !== 'identity');
  if (codings.length === 0) {
    const length = readLength(listed(lines, 'content-length'), lines);
    const named = length === null ? [] : [{ name: 'Content-Length', value: length }];
    return { headers: [...named, ...others], isChunked: false };
  }
  const compressions = codings.filter((coding) => coding !== 'chunked');
  const unknown = compressions.find((coding) => !COMPRESSIONS.has(coding));
  if (unknown !== undefined) throw new MalformedResponse(`the transfer encoding "${printable(unknown)}"`);
  const isChunked = compressions.length < codings.length;
  const value = [...compressions, ...(isChunked ? ['chunked'] : [])].join(', ');
  return { headers: [{ name: 'Transfer-Encoding', value }, ...others], isChunked };
}

function listed(lines: readonly HeaderLine[], wanted: string): string[] {
  return lines
    .filter(({ name }) => name.toLowerCase() === wanted)
    .flatMap(({ value }) => value.toLowerCase().split(','))
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** Returns the declared length; repeated equal lengths are one, and null means none. */
function readLength(given: readonly string[], lines: readonly HeaderLine[]): string | null {
  const isNamed = lines.some(({ name }) => name.toLowerCase() === 'content-length');
  if (given.length === 0 && isNamed) throw new MalformedResponse('an empty Content-Length');
  const lengths = new Set(given.map(digitsOf));
  if (lengths.size > 1) throw new MalformedResponse('Content-Lengths that differ');
  const [length = null] = lengths;
  return length;
}

/**
 * Parses a length like curl: text after the digits is ignored, except for the `x` of a hexadecimal number.
 */
function digitsOf(text: string): string {
  const [written = '', digits] = /^\+?(\d+)/.exec(text) ?? [];
  if (digits === undefined || text[written.length] === 'x')
    throw new MalformedResponse(`the Content-Length "${printable(text)}"`);
  const length = digits.replace(/^0+/, '') || '0';
  return length.length > LONGEST_LENGTH.length ? LONGEST_LENGTH : length;
}

function describeStart(line: string): string {
  const text = printable(line.trim());
  return text === '' ? 'its first line is empty' : `it begins with "${text}"`;
}

const printable = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 60);
