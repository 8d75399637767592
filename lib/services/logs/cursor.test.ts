import { expect, test } from 'vitest';
import { decodeCursor, encodeCursor } from './cursor';

const secret = 'a secret of the installation';
const binding = { workspaceId: 'w', level: 'error', order: 'asc' };
const state = {
  generation: 'g',
  after: 3,
  upTo: 90,
  target: 120,
  last: { startedAtMs: 1_760_000_000_123, id: '0199-id' },
};

test('comes back as it was', () => {
  expect(decodeCursor(encodeCursor(state, binding, secret), binding, secret)).toEqual(state);
  const fresh = { generation: 'g', after: null, upTo: 90, target: 90, last: null };
  expect(decodeCursor(encodeCursor(fresh, binding, secret), binding, secret)).toEqual(fresh);
});

test('a parameter left out and one that is undefined are the same binding', () => {
  const cursor = encodeCursor(state, { ...binding, model: undefined }, secret);
  expect(decodeCursor(cursor, binding, secret)).toEqual(state);
});

test.each([
  ['', 'empty'],
  ['abc', 'too short'],
  ['%00', 'not base64url'],
  ['a'.repeat(5_000), 'too long'],
  [Buffer.from('{"after":0}').toString('base64url'), 'made up'],
])('%s is refused (%s)', (text) => {
  expect(() => decodeCursor(text, binding, secret)).toThrow(
    expect.objectContaining({ code: 'cursor_invalid' }),
  );
});

test('one changed character anywhere is refused', () => {
  const cursor = encodeCursor(state, binding, secret);
  for (let index = 0; index < cursor.length - 1; index += 1) {
    const changed = cursor.slice(0, index) + (cursor[index] === 'A' ? 'B' : 'A') + cursor.slice(index + 1);
    expect(() => decodeCursor(changed, binding, secret)).toThrow(
      expect.objectContaining({ code: 'cursor_invalid' }),
    );
  }
});

test('another installation’s cursor is refused', () => {
  const cursor = encodeCursor(state, binding, 'another secret');
  expect(() => decodeCursor(cursor, binding, secret)).toThrow(
    expect.objectContaining({ code: 'cursor_invalid' }),
  );
});

test('other filters are told apart from a bad cursor', () => {
  const cursor = encodeCursor(state, binding, secret);
  expect(() => decodeCursor(cursor, { ...binding, level: 'info' }, secret)).toThrow(
    expect.objectContaining({ code: 'cursor_filter_mismatch' }),
  );
});
