const BLOCK_BYTES = 16 * 1024;
/** The number of chunks that are stored unchanged, whatever their size: most bodies are one chunk. */
const KEPT_AS_THEY_COME = 32;
/** Chunks of at least this size are stored as buffers of their own. */
const WORTH_KEEPING_BYTES = 4 * 1024;

/**
 * The chunks of a body, in order. Many small ones are copied together: each as a separate buffer would take
 * a hundred times its size.
 */
export class ChunkList {
  #chunks: Buffer[] = [];
  /** The last chunk, while there is room in it. */
  #block: Buffer | null = null;
  #filled = 0;
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  add(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (chunk.length >= WORTH_KEEPING_BYTES || this.#chunks.length < KEPT_AS_THEY_COME) {
      this.#closeBlock();
      this.#chunks.push(chunk);
      return;
    }
    if (this.#block === null || this.#filled + chunk.length > this.#block.length) {
      this.#closeBlock();
      this.#block = Buffer.allocUnsafe(BLOCK_BYTES);
    }
    this.#filled += chunk.copy(this.#block, this.#filled);
  }

  /** Removes and returns all chunks. */
  take(): Buffer[] {
    this.#closeBlock();
    const taken = this.#chunks;
    this.#chunks = [];
    this.#bytes = 0;
    return taken;
  }

  #closeBlock(): void {
    if (this.#block === null) return;
    const filled = this.#block.subarray(0, this.#filled);
    this.#chunks.push(filled.length > BLOCK_BYTES / 2 ? filled : Buffer.from(filled));
    this.#block = null;
    this.#filled = 0;
  }
}
