import { expect, test } from 'vitest';
import { lineDocument } from '../document/line-document.fixture';
import { blankSample, samplesBefore, samplesToSend } from './block-samples';
import type { LastOutput } from './last-outputs';

const known = new Map<string, LastOutput>([
  ['a', { output: { id: 7 }, at: null, from: 'sample', logId: null }],
]);

test('the blocks before stand in with their last outputs, nearest first', () => {
  const samples = samplesBefore(lineDocument(), 'c', known);
  expect(samples.map(({ slug, last }) => [slug, last?.output ?? null])).toEqual([
    ['fetchuser', null],
    ['start', { id: 7 }],
  ]);
  expect(samplesToSend(samples)).toEqual({ start: { id: 7 } });
});

test('says which of them the block refers to', () => {
  expect(samplesBefore(lineDocument(), 'b', known).map(({ slug, isUsed }) => [slug, isUsed])).toEqual([
    ['start', true],
  ]);
});

test('one is missing only where the block can’t do without', () => {
  const missing = (id: string) => samplesBefore(lineDocument(), id, new Map()).map((each) => each.isMissing);
  expect(missing('b')).toEqual([false]);
  expect(missing('c')).toEqual([true, false]);
});

test('a blank sample has the shape of the definition', () => {
  const [sample] = samplesBefore(lineDocument(), 'c', known);
  expect(sample && blankSample(sample)).toMatchObject({ status: 0, headers: {}, data: null });
});

test('a shortened member that the block refers to is sent with the log that has the whole', () => {
  const data = {
    truncated: true,
    bytes: 3_000_000,
    contentType: 'application/json',
    fileId: 'f',
    head: '{"n',
  };
  const output = { status: 200, data };
  const last = new Map<string, LastOutput>([['b', { output, at: null, from: 'log', logId: 'l' }]]);
  expect(samplesToSend(samplesBefore(lineDocument(), 'c', last))).toEqual({
    fetchuser: { status: 200, data: { ...data, logId: 'l' } },
  });
});
