import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import type { ChunkWatcher } from './contract';
import { OutboundFailure } from './outbound-failure';

/** Takes a response body as it arrives and passes it on decoded, or fails at the size limit. */
export interface BodySink {
  write(chunk: Buffer): void;
  end(): void;
  /** Frees the decoder of a body that nobody waits for any more. */
  discard(): void;
}

export interface BodySinkEvents {
  onBody(body: Buffer): void;
  /** Called with each piece as it arrives, decoded. */
  onChunk?: ChunkWatcher | null;
  /** Called instead of `onBody` once `onChunk` needs no more. */
  onEnough?(body: Buffer): void;
  onFailure(failure: OutboundFailure): void;
}

/** Nested compression multiplies the decoded size; real servers need no more. */
const MAX_CODINGS = 2;
/** Empty blocks decode to nothing, forever; this much more than the limit may arrive. */
const ENCODED_SLACK_BYTES = 64 * 1024;

/** The codings that this Node can decode, preferred ones first. */
export const ACCEPT_ENCODING = 'gzip, deflate, br';

/**
 * Creates a sink. `contentEncoding` is the server's header. A name that is no compression at all (servers
 * do send `utf-8`) is ignored. Fails with `RESPONSE_TOO_LARGE` or `DECODE_FAILED`.
 */
export function createBodySink(contentEncoding: string, maxBytes: number, events: BodySinkEvents): BodySink {
  const codings = contentEncoding === '' ? [] : readCodings(contentEncoding);
  return codings.length === 0
    ? createPlainSink(maxBytes, events)
    : new DecodingSink(codings, maxBytes, events);
}

export function describeTooLarge(maxBytes: number): OutboundFailure {
  const limit = maxBytes >= 1024 * 1024 ? `${Math.floor(maxBytes / 1024 / 1024)} MB` : `${maxBytes} bytes`;
  const message = `The response is larger than ${limit}. Request less data, for example page by page.`;
  return new OutboundFailure('RESPONSE_TOO_LARGE', message, 'response');
}

function createPlainSink(maxBytes: number, events: BodySinkEvents): BodySink {
  const chunks: Buffer[] = [];
  let size = 0;
  return {
    write(chunk) {
      size += chunk.length;
      if (size > maxBytes) {
        events.onFailure(describeTooLarge(maxBytes));
        return;
      }
      chunks.push(chunk);
      if (events.onChunk?.(chunk) === true) events.onEnough?.(joined(chunks, size));
    },
    end: () => events.onBody(joined(chunks, size)),
    discard: () => undefined,
  };
}

/** Keeps the first bytes undecoded; the first byte beyond the limit fails with `RESPONSE_TOO_LARGE`. */
export class HeadSink implements BodySink {
  private readonly chunks: Buffer[] = [];
  private size = 0;

  constructor(
    private readonly maxBytes: number,
    private readonly events: BodySinkEvents,
  ) {}

  write(chunk: Buffer): void {
    // A copy: a slice would keep the connection's whole buffer in memory.
    if (this.size < this.maxBytes)
      this.chunks.push(Buffer.from(chunk.subarray(0, this.maxBytes - this.size)));
    this.size += chunk.length;
    if (this.size > this.maxBytes) this.events.onFailure(describeTooLarge(this.maxBytes));
  }

  end(): void {
    this.events.onBody(this.head());
  }

  discard(): void {
    this.chunks.length = 0;
  }

  head(): Buffer {
    return Buffer.concat(this.chunks);
  }
}

/** Decodes a body. The decoders are opened with the first byte, so an empty body needs none. */
class DecodingSink implements BodySink {
  private stages: Transform[] = [];
  private readonly chunks: Buffer[] = [];
  private arrivedBytes = 0;
  private decodedBytes = 0;
  private isOver = false;

  constructor(
    private readonly codings: string[],
    private readonly maxBytes: number,
    private readonly events: BodySinkEvents,
  ) {}

  /** The decoder's backlog is bounded by the limit on the received bytes. */
  write(chunk: Buffer): void {
    const [firstByte] = chunk;
    if (this.isOver || firstByte === undefined) return;
    this.arrivedBytes += chunk.length;
    if (this.arrivedBytes > this.maxBytes + ENCODED_SLACK_BYTES) this.fail(describeTooLarge(this.maxBytes));
    else if (this.stages.length === 0) this.open(firstByte);
    if (!this.isOver) this.stages[0]?.write(chunk);
  }

  end(): void {
    if (this.isOver) return;
    if (this.stages.length === 0) this.events.onBody(Buffer.alloc(0));
    else this.stages[0]?.end();
  }

  discard(): void {
    this.isOver = true;
    for (const stage of this.stages) stage.destroy();
  }

  private open(firstByte: number): void {
    const unreadable = whyUnreadable(this.codings);
    if (unreadable !== null) {
      this.fail(unreadable);
      return;
    }
    this.stages = this.codings.map((coding) => createDecoder(coding, firstByte));
    this.stages.forEach((stage, index) => {
      stage.on('error', (error) => this.fail(describeBroken(this.codings[index] ?? '', error)));
      const next = this.stages[index + 1];
      if (next) stage.pipe(next);
    });
    const last = this.stages.at(-1);
    last?.on('data', (chunk: Buffer) => this.collect(chunk));
    last?.on('end', () => {
      if (!this.isOver) this.events.onBody(joined(this.chunks, this.decodedBytes));
    });
  }

  private collect(chunk: Buffer): void {
    this.decodedBytes += chunk.length;
    if (this.decodedBytes > this.maxBytes) {
      this.fail(describeTooLarge(this.maxBytes));
      return;
    }
    this.chunks.push(chunk);
    if (this.events.onChunk?.(chunk) === true) this.events.onEnough?.(joined(this.chunks, this.decodedBytes));
  }

  private fail(failure: OutboundFailure): void {
    if (this.isOver) return;
    this.discard();
    this.events.onFailure(failure);
  }
}

/** Returns the reason why a body in these codings can't be decoded, or null if it can. */
export function whyUnreadable(codings: readonly string[]): OutboundFailure | null {
  const unreadable = codings.find((coding) => !canDecode(coding));
  if (unreadable === undefined && codings.length <= MAX_CODINGS) return null;
  return describeUnreadable(unreadable ?? codings.join(', '));
}

/** Returns the codings in decoding order: the last one listed was applied last, so it is removed first. */
export function readCodings(contentEncoding: string): string[] {
  const known = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'compress', 'x-compress']);
  return contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => known.has(coding))
    .reverse();
}

/** Node 20 has no zstd, and its types don't declare it. */
const { createZstdDecompress } = zlib as { createZstdDecompress?: () => Transform };

function canDecode(coding: string): boolean {
  return (
    coding !== 'compress' &&
    coding !== 'x-compress' &&
    (coding !== 'zstd' || createZstdDecompress !== undefined)
  );
}

export function createDecoder(coding: string, firstByte: number): Transform {
  if (coding === 'zstd' && createZstdDecompress) return createZstdDecompress();
  if (coding === 'br') return zlib.createBrotliDecompress();
  if (coding !== 'deflate') return zlib.createGunzip();
  // "deflate" means a zlib stream, yet some servers send the bare one; the first byte distinguishes them.
  return (firstByte & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw();
}

function describeUnreadable(coding: string): OutboundFailure {
  const message =
    `The response is compressed with "${coding}", which can't be read here. ` +
    'Remove it from Accept-Encoding.';
  return new OutboundFailure('DECODE_FAILED', message, 'decode');
}

export function describeBroken(coding: string, cause: unknown): OutboundFailure {
  const message =
    `The response says it is compressed with "${coding}", but it can't be decompressed: ` +
    'it is cut short or damaged.';
  return new OutboundFailure('DECODE_FAILED', message, 'decode', cause);
}

function joined(chunks: Buffer[], size: number): Buffer {
  const [only] = chunks;
  return chunks.length === 1 && only ? only : Buffer.concat(chunks, size);
}
