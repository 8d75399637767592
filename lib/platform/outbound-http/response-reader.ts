import { ChunkFraming } from './chunk-framing';
import { type RewrittenHead, readLooseHead } from './loose-head';
import { HeadTooLarge, MalformedResponse, OnlyHttp2 } from './malformed-response';
import { endOfHead, readPlainHead, readStart } from './response-head';

const [CR, LF] = [0x0d, 0x0a] as const;
const NOTHING = Buffer.alloc(0);
const FIRST_FINAL_STATUS = 200;
const SWITCHING_PROTOCOLS = 101;

/**
 * Stands between a socket and undici's parser for one response. The parser is stricter than any browser,
 * ends the connection at a `100 Continue`, and doesn't report the status of a head that it refuses. Bytes
 * that it accepts, which is nearly always, are passed unchanged.
 */
export class ResponseReader {
  #isHeadOver = false;
  #isLoose = false;
  #status: number | null = null;
  #chunks: ChunkFraming | null = null;
  /** The received part of an incomplete head, with spare capacity behind it. */
  #begun = NOTHING;
  #begunBytes = 0;
  /** The index of the last line feed in it: the head can't end before. */
  #lineEnd = 0;

  /** `isHead`: the response is that of a HEAD, behind whose head nothing comes. */
  constructor(
    readonly maxHeadBytes: number,
    readonly isHead = false,
  ) {}

  /** True once part of a response has arrived, not counting interim ones. */
  get hasBegun(): boolean {
    return this.#isHeadOver || this.#begunBytes > 0;
  }

  /** The status of the final response; null as long as it has not arrived. */
  get status(): number | null {
    return this.#status !== null && this.#status >= FIRST_FINAL_STATUS ? this.#status : null;
  }

  /**
   * True for a nonstandard head: its sender is not trusted to start the next one where this response ends.
   */
  get isLoose(): boolean {
    return this.#isLoose;
  }

  /**
   * Returns the bytes for the parser; may be empty.
   * @throws MalformedResponse, HeadTooLarge, OnlyHttp2
   */
  pass(chunk: Buffer): Buffer {
    if (this.#isHeadOver) return this.#chunks === null ? chunk : this.#chunks.pass(chunk);
    const plain = this.#begunBytes === 0 ? readPlainHead(chunk) : null;
    if (plain === null || plain.status < FIRST_FINAL_STATUS || plain.end > this.maxHeadBytes)
      return this.#passLoose(chunk);
    this.#endHead(plain);
    if (this.#chunks === null) return chunk;
    const body = chunk.subarray(plain.end);
    const passed = this.#chunks.pass(body);
    // With nothing to fix, head and body are still one buffer.
    return passed === body ? chunk : Buffer.concat([chunk.subarray(0, plain.end), passed]);
  }

  #passLoose(chunk: Buffer): Buffer {
    let bytes = this.#begunBytes === 0 ? withoutLineEnds(chunk) : this.#append(chunk);
    for (let end = this.#endOf(bytes); end !== -1; end = this.#endOf(bytes)) {
      const head = this.#readHead(bytes, end);
      if (head.status === SWITCHING_PROTOCOLS)
        throw new MalformedResponse('it switches to another protocol, which nobody asked for');
      const rest = bytes.subarray(end);
      if (head.status >= FIRST_FINAL_STATUS) {
        this.#endHead(head);
        return Buffer.concat([head.bytes, this.#chunks?.pass(rest) ?? rest]);
      }
      this.#forget();
      bytes = withoutLineEnds(rest);
    }
    if (bytes.length === 0) return NOTHING;
    if (isHttp2(bytes)) throw new OnlyHttp2();
    this.#status = readStart(bytes);
    if (this.#begunBytes === 0) this.#append(bytes);
    this.#lineEnd = Math.max(0, bytes.lastIndexOf(LF));
    return NOTHING;
  }

  /** Reads a complete head; a standard one stays unchanged, also if it came in pieces. */
  #readHead(bytes: Buffer, end: number): RewrittenHead {
    const plain = readPlainHead(bytes);
    if (plain?.end === end) return { ...plain, bytes: bytes.subarray(0, end) };
    try {
      const head = readLooseHead(bytes.subarray(0, end), this.isHead);
      this.#isLoose = head.status >= FIRST_FINAL_STATUS;
      return head;
    } catch (error) {
      this.#status = readStart(bytes);
      throw error;
    }
  }

  #endHead({ status, isChunked }: Pick<RewrittenHead, 'status' | 'isChunked'>): void {
    this.#isHeadOver = true;
    this.#status = status;
    if (isChunked && !this.isHead) this.#chunks = new ChunkFraming();
    this.#forget();
  }

  #endOf(bytes: Buffer): number {
    const end = endOfHead(bytes, this.#lineEnd);
    const headBytes = end === -1 ? bytes.length : end;
    if (headBytes <= this.maxHeadBytes) return end;
    this.#status = readStart(bytes);
    throw new HeadTooLarge(this.maxHeadBytes);
  }

  /** Copies the chunk, as a slice would keep the socket's whole buffer in memory. */
  #append(chunk: Buffer): Buffer {
    const bytes = this.#begunBytes + chunk.length;
    if (bytes > this.#begun.length) {
      const larger = Buffer.allocUnsafe(Math.max(bytes, 2 * this.#begun.length));
      this.#begun.copy(larger, 0, 0, this.#begunBytes);
      this.#begun = larger;
    }
    chunk.copy(this.#begun, this.#begunBytes);
    this.#begunBytes = bytes;
    return this.#begun.subarray(0, bytes);
  }

  #forget(): void {
    this.#begun = NOTHING;
    this.#begunBytes = 0;
    this.#lineEnd = 0;
  }
}

/** Removes line ends before a response, which belong to the one before (RFC 9112, 2.2). */
function withoutLineEnds(bytes: Buffer): Buffer {
  let from = 0;
  while (bytes[from] === CR || bytes[from] === LF) from += 1;
  return from === 0 ? bytes : bytes.subarray(from);
}

/** A server's first frame of HTTP/2: SETTINGS, on stream 0 (RFC 9113, 3.4). */
function isHttp2(bytes: Buffer): boolean {
  const [SETTINGS, HEAD_BYTES, STREAM_AT] = [4, 9, 5];
  return (
    bytes.length >= HEAD_BYTES &&
    bytes[0] === 0 &&
    bytes[3] === SETTINGS &&
    bytes.readUInt32BE(STREAM_AT) === 0
  );
}
