import { describe, expect, test } from 'vitest';
import { isStorable } from '../../platform/text/storable-text';
import { fingerprint, kindOf } from './fingerprint';
import { MAX_SHAPE_CHARACTERS, messageShape } from './message-shape';
import { FAILURE_KINDS, failureValues } from './testing/failure-kinds';

const FAILURES = 100_000;

/** Mulberry32: the same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test('100,000 failures of 40 kinds make 40 groups', () => {
  const values = failureValues(randomFrom(1));
  const shapes = FAILURE_KINDS.map(() => new Set<string>());
  for (let n = 0; n < FAILURES; n += 1) {
    const kind = n % FAILURE_KINDS.length;
    shapes[kind]!.add(messageShape(FAILURE_KINDS[kind]!(values)));
  }
  const split = shapes.filter(({ size }) => size > 1).map((some) => [...some].slice(0, 3));
  expect(split).toEqual([]);
  expect(new Set(shapes.flatMap((some) => [...some])).size).toBe(FAILURE_KINDS.length);
});

describe('what changes from run to run becomes a placeholder', () => {
  test.each([
    ['Order 8812 of "Ada" took 31 ms', 'Order … of … took …'],
    ['A short message', 'A short message'],
    ['', ''],
    ['  spaces\n and\tlines \u0000 ', 'spaces and lines'],
    ['ids 1, 2, 3 and "x"', 'ids … and …'],
    ['/v1/orders/8812/items', '/…/orders/…/items'],
    ['see https://a.example/x?y=1&z=2.', 'see ….'],
    ['write to ada@example.com!', 'write to …!'],
    ['on Sat Jan 31 2026 12:00:00 GMT+0100', 'on …'],
    ['a total of €1,234.50 or $3', 'a total of … or …'],
    ["it may fail, as it can’t and don't", "it may fail, as it can’t and don't"],
    ['utf-8 and sha256 are known', 'utf-8 and sha256 are known'],
    ['deadbeef and 12345678 and 1e5', '… and … and …'],
    ['<fetch.data.items[3].name> is missing', '<fetch.data.items[…].name> is missing'],
    ['already … shortened…', 'already … shortened…'],
  ])('%j becomes %j', (message, shape) => {
    expect(messageShape(message)).toBe(shape);
  });
});

test('a shape is bounded, also when the end of a quotation is cut off', () => {
  const shape = messageShape(`Unexpected: "${'lorem ipsum '.repeat(10_000)}"`);
  expect(shape).toBe('Unexpected: …');
  const words = messageShape('word '.repeat(100_000));
  expect(words.length).toBeLessThanOrEqual(MAX_SHAPE_CHARACTERS);
  expect(messageShape(`${'x'.repeat(MAX_SHAPE_CHARACTERS - 1)}😀`).isWellFormed()).toBe(true);
});

test('any text has a shape that Postgres can store', () => {
  const random = randomFrom(7);
  const alphabet = 'ab1 "\'`“”‘’«»„….:/\\@()[]{}<>,;|=&-+#µé\u0000\n\ud83d\ude00';
  const below = (end: number): number => Math.floor(random() * end);
  for (let n = 0; n < 5_000; n += 1) {
    const text = Array.from({ length: below(800) }, () => alphabet.charAt(below(alphabet.length))).join('');
    const shape = messageShape(text);
    expect([isStorable(shape), shape.length <= MAX_SHAPE_CHARACTERS]).toEqual([true, true]);
  }
});

describe('a fingerprint', () => {
  const failure = { workflowId: 'w', blockId: 'fetch', code: 'HTTP_STATUS', message: 'Order 1 failed' };

  test('stays the same over restarts and versions', () => {
    expect(fingerprint({ workflowId: 'w', blockId: null, code: 'X', shape: 'y' })).toMatch(/^[0-9a-f]{32}$/);
    expect(fingerprint(kindOf(failure))).toBe(fingerprint(kindOf({ ...failure, message: 'Order 2 failed' })));
  });

  test('differs by workflow, block, code and shape', () => {
    const changes = [{}, { workflowId: 'v' }, { blockId: null }, { code: 'TIMEOUT' }, { message: 'Other' }];
    const prints = changes.map((change) => fingerprint(kindOf({ ...failure, ...change })));
    const ofAnyMessage = fingerprint({ ...kindOf(failure), shape: null });
    expect(new Set([...prints, ofAnyMessage]).size).toBe(changes.length + 1);
  });
});
