import { PassThrough, type Transform } from 'node:stream';
import {
  type BodySink,
  createDecoder,
  describeBroken,
  describeTooLarge,
  readCodings,
  whyUnreadable,
} from './body-sink';
import type { FileWriter, StoredResponseFile } from './contract';
import { MAX_FILE_BYTES } from './limits';

/** Opens a file with room for `maxBytes`, its maximum size. */
export type OpenFile = (maxBytes: number) => Promise<FileWriter>;

export interface FileSinkOptions {
  contentEncoding: string;
  /** The size of the arriving body; null if the server doesn't declare it. */
  declaredBytes: number | null;
  /** Bodies up to this size stay in memory. */
  maxMemoryBytes: number;
  openFile: OpenFile;
  /** Called while received data waits to be written: nothing more may arrive. */
  hold: () => void;
  release: () => void;
  onBody: (body: Buffer) => void;
  onFile: (file: StoredResponseFile) => void;
  /** `error`: an `OutboundFailure`, or an error of the store. */
  onFailure: (error: unknown) => void;
}

/**
 * Takes a body that may become a file: a small one stays in memory, a larger one is written as it arrives.
 * Holds a few chunks at a time; the sender has to wait for the store.
 */
export class FileSink implements BodySink {
  #first: Transform | null = null;
  #file: FileWriter | null = null;
  #isOver = false;
  readonly #head: Buffer[] = [];
  #decodedBytes = 0;

  constructor(readonly options: FileSinkOptions) {}

  write(chunk: Buffer): void {
    const [firstByte] = chunk;
    if (this.#isOver || firstByte === undefined) return;
    this.#first ??= this.#open(firstByte);
    if (this.#first === null || this.#first.write(chunk)) return;
    const { hold, release } = this.options;
    hold();
    this.#first.once('drain', release);
  }

  end(): void {
    if (this.#isOver) return;
    if (this.#first === null) this.options.onBody(Buffer.alloc(0));
    else this.#first.end();
  }

  discard(): void {
    this.#isOver = true;
    this.options.release();
    this.#first?.destroy();
    void this.#file?.discard();
  }

  #open(firstByte: number): Transform | null {
    const codings = readCodings(this.options.contentEncoding);
    const unreadable = whyUnreadable(codings);
    if (unreadable !== null) {
      this.#fail(unreadable);
      return null;
    }
    const stages = codings.map((coding) => createDecoder(coding, firstByte));
    const first = stages[0] ?? new PassThrough();
    stages.forEach((stage, index) => {
      stage.on('error', (error) => this.#fail(describeBroken(codings[index] ?? '', error)));
      const next = stages[index + 1];
      if (next) stage.pipe(next);
    });
    void this.#take(stages.at(-1) ?? first);
    return first;
  }

  async #take(decoded: Transform): Promise<void> {
    try {
      for await (const chunk of decoded) {
        if (this.#isOver) return;
        await this.#add(chunk);
      }
      if (this.#isOver) return;
      if (this.#file === null) this.options.onBody(Buffer.concat(this.#head, this.#decodedBytes));
      else this.options.onFile(await this.#file.finish());
    } catch (error) {
      this.#fail(error);
    }
  }

  async #add(chunk: Buffer): Promise<void> {
    this.#decodedBytes += chunk.length;
    if (this.#decodedBytes > MAX_FILE_BYTES) throw describeTooLarge(MAX_FILE_BYTES);
    if (this.#file === null && !this.#isLarge()) {
      this.#head.push(chunk);
      return;
    }
    if (this.#file === null) await this.#openFile();
    await this.#file?.write(chunk);
  }

  /** A body with a large declared size goes into the store immediately. */
  #isLarge(): boolean {
    const { contentEncoding, declaredBytes, maxMemoryBytes } = this.options;
    if (this.#decodedBytes > maxMemoryBytes) return true;
    return contentEncoding === '' && declaredBytes !== null && declaredBytes > maxMemoryBytes;
  }

  async #openFile(): Promise<void> {
    const { openFile, contentEncoding, declaredBytes } = this.options;
    const file = await openFile(contentEncoding === '' ? (declaredBytes ?? MAX_FILE_BYTES) : MAX_FILE_BYTES);
    this.#file = file;
    // The sink was discarded while the file was being opened.
    if (this.#isOver) return file.discard();
    for (const chunk of this.#head.splice(0)) await file.write(chunk);
  }

  #fail(error: unknown): void {
    if (this.#isOver) return;
    this.discard();
    this.options.onFailure(error);
  }
}
