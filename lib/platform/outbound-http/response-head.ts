import { readStatusLine, statusOfBegun } from './loose-head';

/** A head in the standard form, as nearly all are. */
export interface PlainHead {
  status: number;
  isChunked: boolean;
  /** The index behind the head's empty line. */
  end: number;
}

type Framing = 'chunked' | 'other';

const [TAB, LF, CR, SPACE, ZERO, NINE, COLON] = [0x09, 0x0a, 0x0d, 0x20, 0x30, 0x39, 0x3a] as const;
const HTTP_1 = Buffer.from('HTTP/1.');
/** The index of the three status digits, behind `HTTP/1.1 `. */
const STATUS_AT = 9;
/** Long enough for `HTTP/2.0`, blanks, a status and the character after it. */
const LONGEST_STATUS_START = 40;
const CONTENT_LENGTH = 'content-length';
const TRANSFER_ENCODING = 'transfer-encoding';
const PLAIN_CHUNKED = /^ *chunked *$/i;
/** More digits would not be an exact number. */
const PLAIN_LENGTH = /^ *\d{1,15} *$/;

const [OF_NAME, OF_VALUE] = [1, 2] as const;
/** A byte's possible uses. */
const USES = Uint8Array.from({ length: 256 }, (_, byte) => {
  const isOfName = /[!#$%&'*+.^_`|~0-9A-Za-z-]/.test(String.fromCharCode(byte));
  const isOfValue = byte === TAB || (byte >= SPACE && byte !== 0x7f);
  return (isOfName ? OF_NAME : 0) | (isOfValue ? OF_VALUE : 0);
});

/**
 * Returns null when the head is unusual in any way, or incomplete. One pass over its bytes, because every
 * response goes through here.
 */
export function readPlainHead(bytes: Buffer): PlainHead | null {
  const status = plainStatus(bytes);
  let at = status === 0 ? 0 : bytes.indexOf(LF, STATUS_AT) + 1;
  if (at === 0 || bytes[at - 2] !== CR) return null;
  let framing: Framing | null = null;
  while (bytes[at] !== CR) {
    const nameFrom = at;
    while (((USES[bytes[at] as number] as number) & OF_NAME) !== 0) at += 1;
    const nameEnd = at;
    if (bytes[at] !== COLON || nameEnd === nameFrom) return null;
    do at += 1;
    while (((USES[bytes[at] as number] as number) & OF_VALUE) !== 0);
    if (bytes[at] !== CR || bytes[at + 1] !== LF) return null;
    const length = nameEnd - nameFrom;
    if (length === CONTENT_LENGTH.length || length === TRANSFER_ENCODING.length) {
      const named = framingNamed(
        bytes.toString('latin1', nameFrom, nameEnd),
        bytes.toString('latin1', nameEnd + 1, at),
      );
      // A repeated framing header may contradict itself.
      if (named === 'odd' || (named !== null && framing !== null)) return null;
      framing ??= named;
    }
    at += 2;
  }
  return bytes[at + 1] === LF ? { status, isChunked: framing === 'chunked', end: at + 2 } : null;
}

/**
 * Returns the index behind the empty line that ends any head; -1 while it has not come. Searches from
 * `from`.
 */
export function endOfHead(bytes: Buffer, from: number): number {
  for (let lineEnd = bytes.indexOf(LF, from); lineEnd !== -1; lineEnd = bytes.indexOf(LF, lineEnd + 1)) {
    let next = lineEnd + 1;
    while (bytes[next] === CR) next += 1;
    if (bytes[next] === LF) return next + 1;
  }
  return -1;
}

/**
 * Returns the status of a head that may be incomplete; null as long as it hasn't come. A server that
 * doesn't speak HTTP is detected by its first bytes: the empty line that ends a head may never come.
 * @throws MalformedResponse
 */
export function readStart(bytes: Buffer): number | null {
  const lineEnd = bytes.indexOf(LF);
  const isBegun = 'HTTP/'.startsWith(bytes.toString('latin1', 0, 'HTTP/'.length).toUpperCase());
  if (lineEnd === -1 && isBegun) return statusOfBegun(bytes.toString('latin1', 0, LONGEST_STATUS_START));
  return readStatusLine(bytes.toString('latin1', 0, lineEnd === -1 ? bytes.length : lineEnd)).status;
}

/** Returns 0 when the first line is unusual in any way. */
function plainStatus(bytes: Buffer): number {
  for (let at = 0; at < HTTP_1.length; at += 1) if (bytes[at] !== HTTP_1[at]) return 0;
  const minor = bytes[HTTP_1.length];
  if ((minor !== ZERO && minor !== ZERO + 1) || bytes[STATUS_AT - 1] !== SPACE) return 0;
  let status = 0;
  for (let at = STATUS_AT; at < STATUS_AT + 3; at += 1) {
    const digit = bytes[at] ?? 0;
    if (digit < ZERO || digit > NINE) return 0;
    status = status * 10 + digit - ZERO;
  }
  const after = bytes[STATUS_AT + 3];
  return status >= 100 && (after === SPACE || after === CR) ? status : 0;
}

/** Returns null for a header that doesn't affect where the body ends. */
function framingNamed(name: string, value: string): Framing | 'odd' | null {
  const lower = name.toLowerCase();
  if (lower === TRANSFER_ENCODING) return PLAIN_CHUNKED.test(value) ? 'chunked' : 'odd';
  if (lower === CONTENT_LENGTH) return PLAIN_LENGTH.test(value) ? 'other' : 'odd';
  return null;
}
