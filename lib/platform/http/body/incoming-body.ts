import type { Readable } from 'node:stream';
import { AppError, isAppError } from '../../errors';
import { logger } from '../../logging/logger';
import { BodyHold } from './body-budget';
import { MAX_KEPT_BYTES } from './body-limits';
import { type BodyRoom, bodyRoom } from './body-room';
import { ChunkList } from './chunk-list';
import { type ContentCoding, expandBody } from './content-codings';
import { nameOf, type Payer } from './payers';
import type { ArrivingBody } from './slow-bodies';
import type { SpillFile } from './spill-folder';
import type { WorkTurn } from './work-turns';

/** A request's body, before any of it is read. */
export interface BodySource {
  stream: Readable;
  /** The length given by the request; null for a chunked body without one. */
  length: number | null;
  /** Tells a client that waits for `100 Continue` to send the body. */
  begin?: (() => void) | undefined;
}

const NOTHING = Buffer.alloc(0);
/** The number of bytes per write to disk. */
const BLOCK_BYTES = 64 * 1024;
/** The memory of a body that goes to disk: a block that is being written, and the next one. */
const SPILL_MEMORY_BYTES = 2 * BLOCK_BYTES;
/** Bytes that a body without a declared length pays for at a time, in memory and on disk. */
const MEMORY_STEP_BYTES = 16 * 1024;
const DISK_STEP_BYTES = 1024 * 1024;

/**
 * Reads one body within the budget of all bodies: its length is paid for before it is read, until it is
 * released. A long one is stored on disk while it arrives, and waits there for its turn to be processed.
 */
export class IncomingBody implements ArrivingBody {
  receivedBytes = 0;
  readonly #chunks = new ChunkList();
  #room: BodyRoom | undefined;
  #hold: BodyHold | null = null;
  #turn: WorkTurn | null = null;
  #owner = '';
  #maxBytes = 0;
  #expandsTo = 0;
  #paidBytes = 0;
  #file: Promise<SpillFile> | null = null;
  #isWriting = false;
  #isPaused = false;
  #wasPaused = false;
  #hasEnded = false;
  #settled: { resolve(body: Buffer): void; reject(cause: unknown): void } | null = null;

  constructor(
    readonly source: BodySource,
    room?: BodyRoom,
  ) {
    this.#room = room;
  }

  /**
   * Reads the whole body, in the turn of the first of `payers`. `expandsTo`: the maximum number of bytes
   * that `expand` makes of it.
   * @throws AppError payload_too_large past `maxBytes`; rate_limited, unavailable without room for it;
   *   request_timeout when it comes too slowly; invalid_request when it breaks off
   */
  read(maxBytes: number, payers: readonly Payer[], expandsTo = 0): Promise<Buffer> {
    const { stream, length, begin } = this.source;
    if (length === 0) return Promise.resolve(NOTHING);
    try {
      if (length !== null && length > maxBytes) throw tooLarge(maxBytes);
      if (stream.destroyed) throw callerLeft();
      this.#room ??= bodyRoom();
      this.#hold = new BodyHold(this.#room.budget, payers);
      this.#owner = payers[0] === undefined ? '' : nameOf(payers[0]);
      this.#maxBytes = maxBytes;
      this.#expandsTo = expandsTo;
      this.#pay(length ?? 1);
    } catch (error) {
      return Promise.reject(error);
    }
    if (length !== null && length > MAX_KEPT_BYTES) this.#file = this.#openFile();
    this.#room.slow.add(this);
    begin?.();
    return new Promise((resolve, reject) => {
      this.#settled = { resolve, reject };
      // Uses events, because an async iterator costs several times as much, and most bodies are one chunk.
      stream.on('data', this.#receive);
      stream.once('end', this.#end);
      stream.once('error', this.#breakOff);
      stream.once('close', this.#breakOff);
    });
  }

  /**
   * Decodes the result of `read`, to at most `expandsTo` bytes.
   * @throws AppError payload_too_large, rate_limited, unavailable; invalid_request when it can't be decoded
   */
  expand(body: Buffer, codings: readonly ContentCoding[]): Promise<Buffer> {
    const pay = (bytes: number) => this.#payForExpanded(body.length + bytes);
    return expandBody(body, codings, this.#expandsTo, pay);
  }

  /** Drops a body that is still arriving or waiting, because nobody waits for the response any more. */
  readonly abandon = (): void => this.#fail(callerLeft());

  /** Frees the body's budget; call it once the body is no longer used, or is counted elsewhere. */
  release(): void {
    this.abandon();
    this.#hold?.release();
    this.#turn?.end();
    this.#turn = null;
  }

  wasHeldUp(): boolean {
    const was = this.#wasPaused || this.#isPaused;
    this.#wasPaused = this.#isPaused;
    return was;
  }

  tooSlow(): void {
    this.#fail(
      new AppError('request_timeout', 'The body arrives too slowly.', { headers: { connection: 'close' } }),
    );
  }

  readonly #receive = (chunk: Buffer): void => {
    this.receivedBytes += chunk.length;
    if (this.receivedBytes > this.#maxBytes) {
      this.#fail(tooLarge(this.#maxBytes));
      return;
    }
    this.#chunks.add(chunk);
    if (this.receivedBytes > this.#paidBytes) this.#payFor(this.receivedBytes);
    if (this.#file !== null) this.#spill();
  };

  /** @throws AppError rate_limited, unavailable */
  #pay(bytes: number): void {
    const step = bytes > MAX_KEPT_BYTES ? DISK_STEP_BYTES : MEMORY_STEP_BYTES;
    const paid = this.source.length ?? Math.ceil(bytes / step) * step;
    const isKept = paid <= MAX_KEPT_BYTES;
    this.#hold!.setTo(isKept ? paid : SPILL_MEMORY_BYTES, isKept ? 0 : paid);
    this.#paidBytes = paid;
  }

  /** Pays for a body without a declared length. */
  #payFor(bytes: number): void {
    try {
      this.#pay(bytes);
      if (bytes > MAX_KEPT_BYTES) this.#file ??= this.#openFile();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Takes one turn for both: two bodies that each held one and waited for another would deadlock. */
  async #payForExpanded(bytes: number): Promise<void> {
    if (this.#turn !== null) return;
    if (bytes <= MAX_KEPT_BYTES) {
      this.#hold?.setTo(Math.ceil(bytes / MEMORY_STEP_BYTES) * MEMORY_STEP_BYTES, 0);
      return;
    }
    this.#turn = this.#room!.turns.take(this.#owner, this.#expandsTo);
    await this.#turn.granted;
  }

  #openFile(): Promise<SpillFile> {
    const file = this.#room!.folder.open();
    file.catch((error) => this.#failOnDisk(error));
    return file;
  }

  #spill(): void {
    if (this.#chunks.bytes < BLOCK_BYTES) return;
    if (this.#isWriting) {
      this.#isPaused = true;
      this.#wasPaused = true;
      this.source.stream.pause();
    } else void this.#write();
  }

  /** Writes until less than a block is left, or nothing at the end of the body. Never rejects. */
  async #write(): Promise<void> {
    this.#isWriting = true;
    try {
      const file = await this.#file!;
      while (this.#chunks.bytes >= (this.#hasEnded ? 1 : BLOCK_BYTES) && this.#settled !== null) {
        await this.#room!.writes.run(this.#owner, () => file.append(this.#chunks.take()));
        if (this.#isPaused) this.source.stream.resume();
        this.#isPaused = false;
      }
      if (this.#hasEnded && this.#settled !== null) await this.#load(file);
    } catch (error) {
      this.#failOnDisk(error);
    } finally {
      this.#isWriting = false;
    }
  }

  /** Loads the whole body from disk, once there is memory to process it. */
  async #load(file: SpillFile): Promise<void> {
    this.#turn = this.#room!.turns.take(this.#owner, this.receivedBytes + this.#expandsTo);
    await this.#turn.granted;
    const body = await file.read();
    const settled = this.#settle();
    this.#hold?.release();
    settled?.resolve(body);
  }

  readonly #end = (): void => {
    this.#hasEnded = true;
    this.#room?.slow.remove(this);
    if (this.#file !== null) {
      if (!this.#isWriting) void this.#write();
      return;
    }
    const chunks = this.#chunks.take();
    this.#settle()?.resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
  };

  readonly #breakOff = (): void => {
    if (!this.#hasEnded) this.#fail(callerLeft());
  };

  #failOnDisk(cause: unknown): void {
    if (this.#settled === null) return;
    if (!isAppError(cause)) logger('http').warn('a large body could not be kept on disk', { error: cause });
    const words = 'The server has no room for large requests at the moment.';
    this.#fail(isAppError(cause) ? cause : new AppError('unavailable', words, { cause }));
  }

  #fail(cause: unknown): void {
    const settled = this.#settle();
    if (settled === null) return;
    this.#hold?.release();
    this.#turn?.end();
    this.#chunks.take();
    settled.reject(cause);
  }

  /** Returns null if it was settled before. */
  #settle() {
    const settled = this.#settled;
    if (settled === null) return null;
    this.#settled = null;
    const { stream } = this.source;
    stream.off('data', this.#receive);
    stream.off('end', this.#end);
    stream.off('close', this.#breakOff);
    this.#room?.slow.remove(this);
    this.#file?.then((file) => file.close()).catch((error) => logger('http').debug(UNCLOSED, { error }));
    return settled;
  }
}

const UNCLOSED = 'the file of a large body could not be closed';

const callerLeft = (): AppError =>
  new AppError('invalid_request', 'The connection was closed before the body had arrived.');

const tooLarge = (maxBytes: number): AppError =>
  new AppError(
    'payload_too_large',
    `The body ${maxBytes === 0 ? 'must be empty here' : `may have at most ${maxBytes} bytes`}.`,
  );
