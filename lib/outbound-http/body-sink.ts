import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { OutboundFailure } from './outbound-failure';

/** Takes a response body as it arrives and hands it over decoded, or fails at the cap. */
export interface BodySink {
  /** False: stop sending until `onDrain`. */
  write(chunk: Buffer): boolean;
  end(): void;
  /** Frees the decoder of a body that nobody waits for any more. */
  discard(): void;
}

export interface BodySinkEvents {
  onBody(body: Buffer): void;
  onFailure(failure: OutboundFailure): void;
  onDrain(): void;
}

/** Nested compression multiplies; nobody has a reason for more. */
const MAX_CODINGS = 2;
/** A stream of empty blocks decodes to nothing, for ever; beyond the cap it may not even arrive. */
const ENCODED_SLACK_BYTES = 64 * 1024;

/** What this Node can decode, most wanted first. */
export const ACCEPT_ENCODING = 'gzip, deflate, br';

/**
 * `contentEncoding` as the server sent it. A name that is no compression at all (servers do send `utf-8`) is taken as none.
 * Fails with `RESPONSE_TOO_LARGE` or `DECODE_FAILED`.
 */
export function createBodySink(contentEncoding: string, maxBytes: number, events: BodySinkEvents): BodySink {
  const codings = contentEncoding === '' ? [] : readCodings(contentEncoding);
  return codings.length === 0
    ? createPlainSink(maxBytes, events)
    : createDecodingSink(codings, maxBytes, events);
}

export function describeTooLarge(maxBytes: number): OutboundFailure {
  const limit = maxBytes >= 1024 * 1024 ? `${Math.floor(maxBytes / 1024 / 1024)} MB` : `${maxBytes} bytes`;
  const message = `The response is larger than ${limit}. Ask the server for less, for example page by page.`;
  return new OutboundFailure('RESPONSE_TOO_LARGE', message, 'response');
}

function createPlainSink(maxBytes: number, events: BodySinkEvents): BodySink {
  const chunks: Buffer[] = [];
  let size = 0;
  return {
    write(chunk) {
      size += chunk.length;
      if (size > maxBytes) events.onFailure(describeTooLarge(maxBytes));
      else chunks.push(chunk);
      return true;
    },
    end: () => events.onBody(joined(chunks, size)),
    discard: () => undefined,
  };
}

function createDecodingSink(codings: string[], maxBytes: number, events: BodySinkEvents): BodySink {
  let stages: Transform[] = [];
  let arrived = 0;
  let over = false;
  const discard = () => {
    over = true;
    for (const stage of stages) stage.destroy();
  };
  const fail = (failure: OutboundFailure) => {
    if (over) return;
    discard();
    events.onFailure(failure);
  };

  const open = (firstByte: number) => {
    if (codings.length > MAX_CODINGS) throw describeUnreadable(codings.join(', '));
    stages = codings.map((coding) => createDecoder(coding, firstByte));
    const chunks: Buffer[] = [];
    let size = 0;
    stages.forEach((stage, index) => {
      stage.on('error', (error) => fail(describeBroken(codings[index] ?? '', error)));
      const next = stages[index + 1];
      if (next) stage.pipe(next);
    });
    stages[0]?.on('drain', events.onDrain);
    stages.at(-1)?.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) fail(describeTooLarge(maxBytes));
      else chunks.push(chunk);
    });
    stages.at(-1)?.on('end', () => {
      if (!over) events.onBody(joined(chunks, size));
    });
  };

  return {
    write(chunk) {
      if (over || chunk.length === 0) return true;
      arrived += chunk.length;
      if (arrived > maxBytes + ENCODED_SLACK_BYTES) {
        fail(describeTooLarge(maxBytes));
        return true;
      }
      try {
        if (stages.length === 0) open(chunk[0] ?? 0);
      } catch (error) {
        fail(error instanceof OutboundFailure ? error : describeBroken(codings.join(', '), error));
        return true;
      }
      return stages[0]?.write(chunk) ?? true;
    },
    end() {
      if (over) return;
      if (stages.length === 0) events.onBody(Buffer.alloc(0));
      else stages[0]?.end();
    },
    discard,
  };
}

/** The last coding listed was applied last, so it comes off first. */
function readCodings(contentEncoding: string): string[] {
  const known = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'compress', 'x-compress']);
  return contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => known.has(coding))
    .reverse();
}

function createDecoder(coding: string, firstByte: number): Transform {
  if (coding === 'gzip' || coding === 'x-gzip') return zlib.createGunzip();
  if (coding === 'br') return zlib.createBrotliDecompress();
  // "deflate" means a zlib stream, yet some servers send the bare one; the first byte tells.
  if (coding === 'deflate') return (firstByte & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw();
  if (
    coding === 'zstd' &&
    'createZstdDecompress' in zlib &&
    typeof zlib.createZstdDecompress === 'function'
  ) {
    return zlib.createZstdDecompress();
  }
  throw describeUnreadable(coding);
}

function describeUnreadable(coding: string): OutboundFailure {
  const message = `The response is compressed with "${coding}", which can't be read here. Remove it from Accept-Encoding.`;
  return new OutboundFailure('DECODE_FAILED', message, 'decode');
}

function describeBroken(coding: string, cause: unknown): OutboundFailure {
  const message = `The response says it is compressed with "${coding}", but it can't be decompressed: it is cut short or damaged.`;
  return new OutboundFailure('DECODE_FAILED', message, 'decode', cause);
}

function joined(chunks: Buffer[], size: number): Buffer {
  const [only] = chunks;
  return chunks.length === 1 && only ? only : Buffer.concat(chunks, size);
}
