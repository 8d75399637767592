import { expect, test } from 'vitest';
import { isStorable } from '../../platform/text/storable-text';
import { type FailedRow, failedRunOf } from './failed-run';

const rowOf = (error: unknown, isLarge = false): FailedRow => ({
  seq: 1,
  id: 'log',
  workflow_id: 'w',
  version: null,
  tags: null,
  started_ms: 1,
  ended_ms: 2,
  error: typeof error === 'string' ? error : JSON.stringify(error),
  is_large: isLarge,
  is_counted: true,
});

const ERROR = { blockId: 'fetch', blockName: 'Fetch orders', code: 'HTTP_STATUS', message: 'Order 1 failed' };

test('an error is read with its block, code and message', () => {
  const { message, ...place } = ERROR;
  expect(failedRunOf(rowOf(ERROR))).toMatchObject({ ...place, message, shape: 'Order … failed', tags: [] });
  const none = { blockId: null, blockName: null, code: 'UNKNOWN', message: '', shape: '' };
  for (const error of [null, {}, { code: 7, message: [] }])
    expect(failedRunOf(rowOf(error))).toMatchObject(none);
});

test('of a large error, block and code are read, and no text of it counts as one', () => {
  const message = `"code":"FAKE" "blockId":"fake" ${'x'.repeat(30_000)}`;
  const { message: _, blockName: __, ...start } = ERROR;
  const head = (error: object) => JSON.stringify({ ...error, message }).slice(0, 1_000);
  const known = { blockId: 'fetch', code: 'HTTP_STATUS', message: '', shape: '' };
  expect(failedRunOf(rowOf(head(start), true))).toMatchObject(known);
  expect(failedRunOf(rowOf(head({}), true))).toMatchObject({ blockId: null, code: 'UNKNOWN' });
});

test('a long message has the shape of its kind, and is stored in part', () => {
  const messages = ['a', 'b'].map((letter) => `Unexpected: "${`${letter} `.repeat(2_000)}"`);
  const runs = messages.map((message) => failedRunOf(rowOf({ ...ERROR, message })));
  expect(runs.map(({ shape }) => shape)).toEqual(['Unexpected: …', 'Unexpected: …']);
  expect(runs[0]?.fingerprint).toBe(runs[1]?.fingerprint);
  expect(runs[0]?.message.length).toBe(2_000);
});

test('texts that Postgres can’t store are mended', () => {
  const run = failedRunOf(rowOf({ ...ERROR, blockName: 'a\u0000b', message: 'c\u0000 \ud83d' }));
  expect([run.blockName, run.message, run.shape].every((text) => isStorable(text ?? ''))).toBe(true);
});
