import { beforeAll, expect, test } from 'vitest';
import type { JournalEntry } from '../../../core/engine/ports';
import { processSingleton } from '../../../platform/process-singleton';
import { IsolatedPool } from '../isolated/isolated-pool';
import { LARGE_BYTES } from '../isolated/large-values';
import { RunTransfer } from './run-transfer';

beforeAll(() => {
  processSingleton('isolated-processes', () => new IsolatedPool(64, 64));
});

const settled = Symbol('nothing yet');
/** Returns the promise's value if it settles within this turn of the event loop, and `settled` if not. */
const soon = <T>(one: Promise<T>): Promise<T | typeof settled> =>
  Promise.race([one, new Promise<typeof settled>((resolve) => setImmediate(() => resolve(settled)))]);

const entry = (blockId: string) => ({ blockId, output: { value: 1 } }) as unknown as JournalEntry;

test('a run that has made too much leaves with what it has done, and is not heard any more', async () => {
  const handOver = new RunTransfer();
  handOver.note(entry('a'));
  expect(await soon(handOver.leave())).toBe(settled);
  const left = await handOver.state;
  expect(left.journal).toEqual([entry('a')]);
  expect(left.bytes).toBe(LARGE_BYTES);
  expect(handOver.note(entry('b'))).toBe(false);
  expect(left.journal).toHaveLength(1);
});

test('of two blocks at once that ask, both stand still and the run leaves once', async () => {
  const handOver = new RunTransfer();
  const [first, second] = [handOver.leave(), handOver.leave()];
  expect((await handOver.state).bytes).toBe(LARGE_BYTES);
  expect(await soon(first)).toBe(settled);
  expect(await soon(second)).toBe(settled);
});

test('a workflow that it calls ends first, and nothing else begins meanwhile', async () => {
  const handOver = new RunTransfer();
  let end: () => void = () => undefined;
  const call = handOver.calls(
    () => new Promise((resolve) => (end = () => resolve({ status: 'success' } as never))),
  );
  const asked = { rest: () => () => undefined } as never;
  const called = call(asked);
  expect(await soon(handOver.leave())).toBe(settled);
  expect(await soon(handOver.state)).toBe(settled);
  expect(await soon(call(asked))).toBe(settled);
  end();
  expect(await handOver.state).toMatchObject({ bytes: LARGE_BYTES });
  expect(await soon(called)).toBe(settled);
});
