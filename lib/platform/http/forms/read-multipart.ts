import { Dicer } from '@fastify/busboy';
import { giveWay, inAsyncSlices, inSlices } from '../../in-slices';
import { formTooLarge, MAX_NAME_CHARACTERS, MAX_PART_HEADER_BYTES, MAX_PART_HEADERS } from './form-limits';
import { decodeHeader, headerParameters } from './header-parameters';
import { standardLines } from './multipart-lines';

/** A part of a form: a text, or a file if it has a file name, which may be empty. */
export interface FormPart {
  name: string;
  fileName: string | null;
  contentType: string;
  bytes: Buffer;
}

/** The parser works on a piece in one go: a few hundred of the smallest parts. */
const PIECE_BYTES = 16 * 1024;

/**
 * Reads a multipart body, in turns of the event loop. Null: it is no form, because it ends too early or one
 * of its parts has no name.
 * @throws AppError payload_too_large
 */
export async function readMultipart(body: Buffer, boundary: string): Promise<FormPart[] | null> {
  const { parser, parts } = partsOf(boundary, body.length);
  await inAsyncSlices(writing(parser, piecesOf(standardLines(body, boundary))));
  parser.end();
  await giveWay(); // the streams of the last parts end before this turn
  return inSlices(formParts(parts));
}

async function* writing(parser: Dicer, pieces: Iterable<Buffer>): AsyncGenerator<void, void> {
  for (const piece of pieces) {
    await new Promise((resolve) => parser.write(piece, resolve));
    yield;
  }
}

function* piecesOf(chunks: Iterable<Buffer>): Generator<Buffer> {
  for (const chunk of chunks)
    for (let from = 0; from < chunk.length; from += PIECE_BYTES)
      yield chunk.subarray(from, from + PIECE_BYTES);
}

type Headers = Record<string, string[] | undefined>;

interface ArrivingPart {
  headers: Headers;
  chunks: Buffer[];
  hasEnded: boolean;
}

/** `parts` fills while the parser is written to. */
function partsOf(boundary: string, mostBytes: number) {
  const parts: ArrivingPart[] = [];
  const config = {
    boundary,
    maxHeaderPairs: MAX_PART_HEADERS,
    // Headers over this size are cut, which is seen by their length.
    maxHeaderSize: MAX_PART_HEADER_BYTES + 1,
    // The bytes are in memory already, so that nothing is won by pausing.
    partHwm: mostBytes + 1,
  };
  const parser = new Dicer(config);
  parser.on('part', (stream) => {
    const part: ArrivingPart = { headers: {}, chunks: [], hasEnded: false };
    parts.push(part);
    stream.on('header', (headers) => {
      part.headers = headers as Headers;
    });
    stream.on('data', (chunk: Buffer) => part.chunks.push(chunk));
    stream.on('end', () => {
      part.hasEnded = true;
    });
    stream.on('error', () => {
      part.headers = {}; // the body ends within this part
    });
  });
  parser.on('error', () => {
    parts.push({ headers: {}, chunks: [], hasEnded: false });
  });
  return { parser, parts };
}

function* formParts(parts: readonly ArrivingPart[]): Generator<void, FormPart[] | null> {
  const read: FormPart[] = [];
  for (const part of parts) {
    const named = part.hasEnded ? formPart(part) : null;
    if (named === null) return null;
    read.push(named);
    yield;
  }
  return read;
}

/** Null: a part without a name. @throws AppError payload_too_large */
function formPart({ headers, chunks }: ArrivingPart): FormPart | null {
  requireSmallHeaders(headers);
  const disposition = headers['content-disposition']?.[0];
  if (disposition === undefined) return null;
  const parameters = headerParameters(decodeHeader(disposition));
  const name = parameters.get('name');
  if (name === undefined) return null;
  if (name.length > MAX_NAME_CHARACTERS)
    throw formTooLarge(`A name of the form has more than ${MAX_NAME_CHARACTERS} characters.`);
  return {
    name,
    fileName: parameters.get('filename') ?? null,
    contentType: headers['content-type']?.[0]?.trim().toLowerCase() ?? 'text/plain',
    bytes: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks),
  };
}

function requireSmallHeaders(headers: Headers): void {
  const bytes = Object.entries(headers)
    .flatMap(([name, values = []]) => values.map((value) => name.length + value.length))
    .reduce((sum, length) => sum + length + ': \r\n'.length, 0);
  if (bytes > MAX_PART_HEADER_BYTES)
    throw formTooLarge(`The headers of a part of the form have more than ${MAX_PART_HEADER_BYTES} bytes.`);
}
