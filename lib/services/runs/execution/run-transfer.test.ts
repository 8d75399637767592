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
  const transfer = new RunTransfer();
  transfer.note(entry('a'));
  expect(await soon(transfer.leave())).toBe(settled);
  const left = await transfer.state;
  expect(left.journal).toEqual([entry('a')]);
  expect(left.bytes).toBe(LARGE_BYTES);
  expect(transfer.note(entry('b'))).toBe(false);
  expect(left.journal).toHaveLength(1);
});

test('of two blocks at once that ask, both stand still and the run leaves once', async () => {
  const transfer = new RunTransfer();
  const [first, second] = [transfer.leave(), transfer.leave()];
  expect((await transfer.state).bytes).toBe(LARGE_BYTES);
  expect(await soon(first)).toBe(settled);
  expect(await soon(second)).toBe(settled);
});

test('a workflow that it calls ends first, and nothing else begins meanwhile', async () => {
  const transfer = new RunTransfer();
  let end: () => void = () => undefined;
  const call = transfer.calls(
    () => new Promise((resolve) => (end = () => resolve({ status: 'success' } as never))),
  );
  const asked = { rest: () => () => undefined } as never;
  const called = call(asked);
  expect(await soon(transfer.leave())).toBe(settled);
  expect(await soon(transfer.state)).toBe(settled);
  expect(await soon(call(asked))).toBe(settled);
  end();
  expect(await transfer.state).toMatchObject({ bytes: LARGE_BYTES });
  expect(await soon(called)).toBe(settled);
});
