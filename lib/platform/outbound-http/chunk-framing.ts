/**
 * The parser's state. `passing`: all further bytes are passed on. In `size-end` and `…-line-end` the next
 * byte is a line feed that was seen already.
 */
type Place =
  | 'size'
  | 'extension'
  | 'size-end'
  | 'data'
  | 'data-end'
  | 'data-line-end'
  | 'last-line'
  | 'last-line-end'
  | 'trailers'
  | 'passing';

/** The fate of a byte; `line-end`: it is replaced by CR LF. */
type ExecutionOwnership = 'kept' | 'dropped' | 'line-end';

const [TAB, LF, CR, SPACE, SEMICOLON] = [0x09, 0x0a, 0x0d, 0x20, 0x3b] as const;
/** Larger sizes are no exact numbers; the parser refuses them. */
const MAX_SIZE = 2 ** 48;
const LINE_END = Buffer.from('\r\n');

/**
 * Normalizes the lines around the chunks of a body for undici's parser: blanks and extensions behind a
 * size, and trailers, are dropped, and a line feed alone, or behind several carriage returns, ends a line.
 * Anything that is no chunk is passed on, for the parser to refuse.
 */
export class ChunkFraming {
  #place: Place = 'size';
  /** The chunk size; -1 before the first digit of its line. */
  #size = -1;
  /** Bytes of data still to come in the chunk. */
  #left = 0;
  #isLineEmpty = false;

  /** Returns the same buffer, not copied, if there is nothing to fix. */
  pass(chunk: Buffer): Buffer {
    const pieces: Buffer[] = [];
    let keptFrom = 0;
    let at = 0;
    while (at < chunk.length && this.#place !== 'passing') {
      if (this.#place === 'data') {
        at += this.#skipData(chunk.length - at);
        continue;
      }
      const fate = this.#step(chunk[at] as number, chunk[at + 1] === LF);
      if (fate !== 'kept') {
        if (at > keptFrom) pieces.push(chunk.subarray(keptFrom, at));
        if (fate === 'line-end') pieces.push(LINE_END);
        keptFrom = at + 1;
      }
      at += 1;
    }
    if (keptFrom === 0) return chunk;
    pieces.push(chunk.subarray(keptFrom));
    return Buffer.concat(pieces);
  }

  #skipData(most: number): number {
    const step = Math.min(this.#left, most);
    this.#left -= step;
    if (this.#left === 0) this.#place = 'data-end';
    return step;
  }

  #step(byte: number, isBeforeLf: boolean): ExecutionOwnership {
    switch (this.#place) {
      case 'size':
        return this.#readSize(byte, isBeforeLf);
      case 'extension':
        return byte === LF ? this.#endSize('line-end') : 'dropped';
      case 'size-end':
        return this.#endSize('kept');
      case 'data-end':
        return this.#endLine(byte, isBeforeLf, 'size', 'data-line-end');
      case 'data-line-end':
        return this.#enter('size');
      case 'last-line':
        if (byte === CR || byte === LF) return this.#endLine(byte, isBeforeLf, 'passing', 'last-line-end');
        this.#place = 'trailers';
        return 'dropped';
      case 'last-line-end':
        return this.#enter('passing');
      case 'trailers':
        return this.#readTrailer(byte);
      default:
        return 'kept';
    }
  }

  #readSize(byte: number, isBeforeLf: boolean): ExecutionOwnership {
    const digit = hexDigit(byte);
    if (digit !== -1) {
      this.#size = Math.max(this.#size, 0) * 16 + digit;
      return this.#size > MAX_SIZE ? this.#enter('passing') : 'kept';
    }
    if (this.#size === -1) return this.#enter('passing');
    if (byte === LF) return this.#endSize('line-end');
    if (byte === CR && isBeforeLf) return this.#enter('size-end');
    if (byte !== SPACE && byte !== TAB && byte !== SEMICOLON && byte !== CR) return this.#enter('passing');
    this.#place = 'extension';
    return 'dropped';
  }

  #endSize(fate: ExecutionOwnership): ExecutionOwnership {
    this.#left = this.#size;
    this.#place = this.#size === 0 ? 'last-line' : 'data';
    this.#size = -1;
    return fate;
  }

  /** Keeps a carriage return directly before a line feed and drops any other. */
  #endLine(byte: number, isBeforeLf: boolean, next: Place, afterCr: Place): ExecutionOwnership {
    if (byte === LF) {
      this.#place = next;
      return 'line-end';
    }
    if (byte !== CR) return this.#enter('passing');
    return isBeforeLf ? this.#enter(afterCr) : 'dropped';
  }

  #enter(place: Place): ExecutionOwnership {
    this.#place = place;
    return 'kept';
  }

  #readTrailer(byte: number): ExecutionOwnership {
    if (byte === LF && this.#isLineEmpty) {
      this.#place = 'passing';
      return 'line-end';
    }
    if (byte !== CR) this.#isLineEmpty = byte === LF;
    return 'dropped';
  }
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1;
}
