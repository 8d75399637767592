import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { AppError } from '../../errors';
import { ChunkList } from './chunk-list';

export const CONTENT_CODINGS = ['gzip', 'deflate', 'br'] as const;
export type ContentCoding = (typeof CONTENT_CODINGS)[number];

/** No legitimate sender applies more codings. */
const MAX_CODINGS = 3;

/** Returns a `Content-Encoding`'s codings, in the order applied; null if unknown or more than 3. */
export function codingsOf(header: string | undefined): readonly ContentCoding[] | null {
  const names = (header ?? '').split(',').map((name) => name.trim().toLowerCase());
  const applied = names.filter((name) => name !== '' && name !== 'identity');
  const codings = applied.map((name) => (name === 'x-gzip' ? 'gzip' : name));
  const known: readonly string[] = CONTENT_CODINGS;
  return codings.length <= MAX_CODINGS && codings.every((name) => known.includes(name))
    ? (codings as ContentCoding[])
    : null;
}

/**
 * Returns the body without its codings. Each piece is counted, and paid for, before the next is made: a
 * body that expands beyond the limit stops there.
 * @throws AppError payload_too_large, invalid_request, and errors of `pay`
 */
export async function expandBody(
  body: Buffer,
  codings: readonly ContentCoding[],
  maxBytes: number,
  pay: (bytes: number) => Promise<void>,
): Promise<Buffer> {
  let expanded = body;
  for (const coding of [...codings].reverse())
    if (expanded.length > 0) expanded = await expandOnce(expanded, coding, maxBytes, pay);
  return expanded;
}

async function expandOnce(
  body: Buffer,
  coding: ContentCoding,
  maxBytes: number,
  pay: (bytes: number) => Promise<void>,
): Promise<Buffer> {
  const chunks = new ChunkList();
  for await (const chunk of piecesOf(body, coding)) {
    if (chunks.bytes + chunk.length > maxBytes)
      throw new AppError(
        'payload_too_large',
        `The body may have at most ${maxBytes} bytes when it is unpacked.`,
      );
    await pay(chunks.bytes + chunk.length);
    chunks.add(chunk);
  }
  return Buffer.concat(chunks.take());
}

/** Yields decoded pieces; the decoder makes no more than requested, and ends when nothing more is. */
async function* piecesOf(body: Buffer, coding: ContentCoding): AsyncGenerator<Buffer> {
  const decoder = decoderOf(coding, body);
  decoder.end(body);
  const pieces = decoder[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await pieces.next().catch((cause) => {
        throw new AppError('invalid_request', `The body is not what its Content-Encoding says: ${coding}.`, {
          cause,
        });
      });
      if (next.done) return;
      yield next.value as Buffer;
    }
  } finally {
    decoder.destroy();
  }
}

/** Returns true if there is a zlib header (RFC 1950): "deflate" should have one, and some senders omit it. */
const hasZlibHeader = (body: Buffer): boolean =>
  body.length >= 2 && (body[0]! & 0x0f) === 8 && body.readUInt16BE(0) % 31 === 0;

function decoderOf(coding: ContentCoding, body: Buffer): Transform {
  if (coding === 'gzip') return createGunzip();
  if (coding === 'br') return createBrotliDecompress();
  return hasZlibHeader(body) ? createInflate() : createInflateRaw();
}
