import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { ChunkList } from './chunk-list';

const piecesOf = (bytes: Buffer, sizes: readonly number[]): Buffer[] => {
  const pieces: Buffer[] = [];
  for (let at = 0, n = 0; at < bytes.length; n += 1) {
    const size = sizes[n % sizes.length]!;
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  return pieces;
};

test.each([[[1]], [[1, 5_000]], [[4_095, 4_096, 1]], [[100_000]], [[1, 16_384, 2]]])(
  'pieces of %j bytes keep their order, and don’t become as many buffers',
  (sizes) => {
    const bytes = randomBytes(300_000);
    const list = new ChunkList();
    for (const piece of piecesOf(bytes, sizes)) list.add(Buffer.from(piece));
    expect(list.bytes).toBe(bytes.length);
    const chunks = list.take();
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
    const most = 64 + Math.ceil((2 * bytes.length) / 4_096);
    expect(chunks.length).toBeLessThanOrEqual(most);
    expect([list.bytes, list.take()]).toEqual([0, []]);
  },
);
