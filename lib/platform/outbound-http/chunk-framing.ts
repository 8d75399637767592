/**
 * `passing`: whatever comes goes on as it is. In a `…-end` of a line, its line feed comes next: it was seen.
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

/** What becomes of a byte; `line-end`: CR LF stand in its place. */
type Fate = 'kept' | 'dropped' | 'line-end';

const [TAB, LF, CR, SPACE, SEMICOLON] = [0x09, 0x0a, 0x0d, 0x20, 0x3b] as const;
/** Larger sizes are no exact numbers, and are left for the parser to refuse. */
const MAX_SIZE = 2 ** 48;
const LINE_END = Buffer.from('\r\n');

/**
 * The lines around the chunks of a body, put as undici's parser wants them: blanks and extensions behind a
 * size, and trailers, are left out, and a line feed alone, or behind several carriage returns, ends a line.
 * What is no chunk at all goes on as it is, for the parser to refuse.
 */
export class ChunkFraming {
  #place: Place = 'size';
  /** Of the size line: -1 before its first digit. */
  #size = -1;
  /** Bytes of data still to come. */
  #left = 0;
  #isLineEmpty = false;

  /** The same buffer, not copied, where there is nothing to mend. */
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

  #step(byte: number, isBeforeLf: boolean): Fate {
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

  #readSize(byte: number, isBeforeLf: boolean): Fate {
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

  #endSize(fate: Fate): Fate {
    this.#left = this.#size;
    this.#place = this.#size === 0 ? 'last-line' : 'data';
    this.#size = -1;
    return fate;
  }

  /** A carriage return stays where its line feed is beside it; any other one says nothing. */
  #endLine(byte: number, isBeforeLf: boolean, next: Place, afterCr: Place): Fate {
    if (byte === LF) {
      this.#place = next;
      return 'line-end';
    }
    if (byte !== CR) return this.#enter('passing');
    return isBeforeLf ? this.#enter(afterCr) : 'dropped';
  }

  #enter(place: Place): Fate {
    this.#place = place;
    return 'kept';
  }

  #readTrailer(byte: number): Fate {
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
