import { MAX_BOUNDARY_CHARACTERS, MAX_PART_HEADER_BYTES } from './form-limits';
import { headerParameters } from './header-parameters';

/** Null: the type names no boundary that could be one. */
export function boundaryOf(contentType: string): string | null {
  const boundary = headerParameters(contentType).get('boundary') ?? '';
  return boundary === '' || boundary.length > MAX_BOUNDARY_CHARACTERS ? null : boundary;
}

/** Counts the parts of a multipart body by their delimiters, without reading them. Stops above `most`. */
export function countParts(body: Buffer, boundary: string, most: number): number {
  const delimiter = Buffer.from(`\n--${boundary}`, 'latin1');
  let count = body.indexOf(delimiter.subarray(1)) === 0 ? 1 : 0;
  let at = body.indexOf(delimiter);
  // The last delimiter ends the form.
  while (at !== -1 && count <= most + 1) {
    count += 1;
    at = body.indexOf(delimiter, at + delimiter.length);
  }
  return Math.max(0, count - 1);
}

/**
 * Returns the body in pieces for a parser that knows only lines that end with CRLF, as the standard asks. The
 * delimiters and headers of programs that send bare line feeds are written anew; the contents never change.
 */
export function standardLines(body: Buffer, boundary: string): Iterable<Buffer> {
  const delimiter = Buffer.from(`--${boundary}`, 'latin1');
  const at = body.indexOf(delimiter);
  return body[at + delimiter.length] === LINE_FEED ? withCarriageReturns(body, delimiter) : [body];
}

const LINE_FEED = 10;
const NO_MORE = Buffer.from('--');

function* withCarriageReturns(body: Buffer, delimiter: Buffer): Generator<Buffer> {
  const separator = Buffer.concat([Buffer.from('\n'), delimiter]);
  let from = body.indexOf(delimiter) + delimiter.length;
  while (from <= body.length) {
    yield Buffer.from('\r\n');
    yield delimiter;
    const next = body.indexOf(separator, from);
    const part = body.subarray(from, next === -1 ? body.length : next);
    if (part.subarray(0, NO_MORE.length).equals(NO_MORE) || next === -1) {
      yield part;
      return;
    }
    yield* partWithCarriageReturns(part);
    from = next + separator.length;
  }
}

function* partWithCarriageReturns(part: Buffer): Generator<Buffer> {
  const end = part.subarray(0, MAX_PART_HEADER_BYTES).indexOf('\n\n');
  if (end === -1) return yield part;
  const headers = part.toString('latin1', 0, end).replace(/\r?\n/g, '\r\n');
  yield Buffer.from(`${headers}\r\n\r\n`, 'latin1');
  yield part.subarray(end + 2);
}
