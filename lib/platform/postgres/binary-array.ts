/** An element type of Postgres, and the encoding of one value in Postgres's binary format. */
interface Element {
  oid: number;
  /** Returns the size in bytes. */
  size(value: unknown): number;
  write(value: unknown, buffer: Buffer, offset: number): void;
}

const fixed = (oid: number, bytes: number, write: Element['write']): Element => ({
  oid,
  size: () => bytes,
  write,
});

const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);
const UUID_BYTES = 16;

/** The element types that statements send in arrays, by Postgres's names. */
const ELEMENTS = {
  boolean: fixed(16, 1, (value, buffer, offset) => buffer.writeUInt8(value === true ? 1 : 0, offset)),
  smallint: fixed(21, 2, (value, buffer, offset) => buffer.writeInt16BE(value as number, offset)),
  integer: fixed(23, 4, (value, buffer, offset) => buffer.writeInt32BE(value as number, offset)),
  float8: fixed(701, 8, (value, buffer, offset) => buffer.writeDoubleBE(value as number, offset)),
  timestamptz: fixed(1184, 8, (value, buffer, offset) => {
    const microseconds = BigInt((value as Date).getTime() - POSTGRES_EPOCH_MS) * 1000n;
    buffer.writeBigInt64BE(microseconds, offset);
  }),
  uuid: fixed(2950, UUID_BYTES, writeUuid),
  bytea: {
    oid: 17,
    size: (value) => (value as Uint8Array).byteLength,
    write: (value, buffer, offset) => buffer.set(value as Uint8Array, offset),
  },
  text: {
    oid: 25,
    size: (value) => Buffer.byteLength(value as string),
    write: (value, buffer, offset) => buffer.write(value as string, offset, 'utf8'),
  },
} satisfies Record<string, Element>;

export type ElementType = keyof typeof ELEMENTS;

const HEADER_BYTES = 12;
const DIMENSION_BYTES = 8;
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;

/**
 * Encodes a one-dimensional array in Postgres's binary format, as `array_recv` reads it; elements may be
 * null. Text needs no escaping here and is copied once, which for a group of logs takes a fraction of the
 * time for writing and parsing `{"…\"…"}`.
 */
export function binaryArray(type: ElementType, values: readonly unknown[]): Buffer {
  const element: Element = ELEMENTS[type];
  const sizes = values.map((value) => (isNull(value) ? NULL_LENGTH : element.size(value)));
  const bytes = sizes.reduce((sum, size) => sum + LENGTH_BYTES + Math.max(size, 0), 0);
  const header = HEADER_BYTES + (values.length === 0 ? 0 : DIMENSION_BYTES);
  const buffer = Buffer.allocUnsafe(header + bytes);
  buffer.writeInt32BE(values.length === 0 ? 0 : 1, 0);
  buffer.writeInt32BE(sizes.includes(NULL_LENGTH) ? 1 : 0, 4);
  buffer.writeInt32BE(element.oid, 8);
  if (values.length === 0) return buffer;
  buffer.writeInt32BE(values.length, HEADER_BYTES);
  buffer.writeInt32BE(1, HEADER_BYTES + 4); // the index of the first element
  let offset = header;
  for (const [index, value] of values.entries()) {
    const size = sizes[index]!;
    offset = buffer.writeInt32BE(size, offset);
    if (size === NULL_LENGTH) continue;
    element.write(value, buffer, offset);
    offset += size;
  }
  return buffer;
}

const isNull = (value: unknown): boolean => value === null || value === undefined;

function writeUuid(value: unknown, buffer: Buffer, offset: number): void {
  const hex = (value as string).replaceAll('-', '');
  if (buffer.write(hex, offset, 'hex') !== UUID_BYTES || hex.length !== 2 * UUID_BYTES)
    throw new TypeError(`“${value}” is no UUID.`);
}
