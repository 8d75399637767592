/** How a value is written; `hex`: bytes that the JSON form has as hex digits. 64-bit numbers come as text. */
type Scalar = 'string' | 'hex' | 'bool' | 'uint32' | 'int64' | 'fixed32' | 'fixed64' | 'double';

interface Field {
  readonly number: number;
  readonly type: Scalar | Message;
  readonly repeated?: boolean;
}

/** Fields by their names in the JSON form. Others are not written. */
export interface Message {
  [name: string]: Field;
}

const VARINT = 0;
const EIGHT_BYTES = 1;
const DELIMITED = 2;
const FOUR_BYTES = 5;
const FIRST_BYTES = 1_024;

/** Writes an object of the protobuf JSON form in the binary form. */
export function encodeMessage(message: Message, value: object): Uint8Array {
  const writer = new Writer();
  writer.message(message, value as Record<string, unknown>);
  return writer.bytes();
}

const known = new WeakMap<Message, ReadonlyArray<[string, Field]>>();

function fieldsOf(message: Message): ReadonlyArray<[string, Field]> {
  const fields = known.get(message) ?? Object.entries(message);
  known.set(message, fields);
  return fields;
}

class Writer {
  #buffer = Buffer.allocUnsafe(FIRST_BYTES);
  #used = 0;

  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#used);
  }

  message(message: Message, value: Record<string, unknown>): void {
    for (const [name, field] of fieldsOf(message)) {
      const given = value[name];
      if (given === undefined) continue;
      if (field.repeated === true) this.#list(field, given as readonly unknown[]);
      else this.#field(field, given);
    }
  }

  #list(field: Field, values: readonly unknown[]): void {
    if (values.length === 0) return;
    // Numbers stand behind each other in one field, as proto3 packs them.
    if (field.type === 'fixed64' || field.type === 'double') {
      const { type } = field;
      this.#delimited(field.number, () => {
        for (const one of values) this.#scalar(type, one);
      });
    } else for (const one of values) this.#field(field, one);
  }

  #field({ number, type }: Field, value: unknown): void {
    if (typeof type === 'object') {
      this.#delimited(number, () => this.message(type, value as Record<string, unknown>));
    } else {
      this.#tag(number, WIRE_TYPES[type]);
      this.#scalar(type, value);
    }
  }

  #scalar(type: Scalar, value: unknown): void {
    switch (type) {
      case 'string':
        this.#text(value as string, 'utf8');
        break;
      case 'hex':
        this.#text(value as string, 'hex');
        break;
      case 'bool':
        this.#varint(value === true ? 1 : 0);
        break;
      case 'uint32':
        this.#varint(value as number);
        break;
      case 'int64':
        this.#longVarint(BigInt.asUintN(64, BigInt(value as string)));
        break;
      case 'fixed32':
        this.#used = this.#room(4).writeUInt32LE(value as number, this.#used);
        break;
      case 'fixed64':
        this.#used = this.#room(8).writeBigUInt64LE(BigInt(value as string), this.#used);
        break;
      case 'double':
        this.#used = this.#room(8).writeDoubleLE(value as number, this.#used);
        break;
    }
  }

  #text(text: string, encoding: 'utf8' | 'hex'): void {
    const length = Buffer.byteLength(text, encoding);
    this.#varint(length);
    this.#room(length).write(text, this.#used, encoding);
    this.#used += length;
  }

  /** The length stands before what is only then written: the bytes are moved by as much as it needs. */
  #delimited(number: number, write: () => void): void {
    this.#tag(number, DELIMITED);
    const start = this.#used;
    write();
    const length = this.#used - start;
    const lengthBytes = bytesOfVarint(length);
    this.#room(lengthBytes).copyWithin(start + lengthBytes, start, this.#used);
    this.#used = start;
    this.#varint(length);
    this.#used += length;
  }

  #tag(number: number, wireType: number): void {
    this.#varint(number * 8 + wireType);
  }

  /** @param value less than 2^32 */
  #varint(value: number): void {
    const room = this.#room(5);
    let rest = value;
    while (rest > 127) {
      room[this.#used++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    room[this.#used++] = rest;
  }

  #longVarint(value: bigint): void {
    const room = this.#room(10);
    let rest = value;
    while (rest > 127n) {
      room[this.#used++] = Number(rest & 127n) | 128;
      rest >>= 7n;
    }
    room[this.#used++] = Number(rest);
  }

  /** Returns the buffer, with that many bytes free. */
  #room(bytes: number): Buffer {
    if (this.#used + bytes > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#used + bytes));
      this.#buffer.copy(larger, 0, 0, this.#used);
      this.#buffer = larger;
    }
    return this.#buffer;
  }
}

const WIRE_TYPES: Readonly<Record<Scalar, number>> = {
  string: DELIMITED,
  hex: DELIMITED,
  bool: VARINT,
  uint32: VARINT,
  int64: VARINT,
  fixed32: FOUR_BYTES,
  fixed64: EIGHT_BYTES,
  double: EIGHT_BYTES,
};

function bytesOfVarint(value: number): number {
  let bytes = 1;
  for (let rest = value; rest > 127; rest >>>= 7) bytes += 1;
  return bytes;
}
