import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerRoom } from '../../platform/http/answer-room';
import { newId } from '../../platform/ids';
import { closeDatabase } from '../../platform/postgres/db';
import { type LoggedWorkspace, mintLoggedWorkspace } from './testing/logged-workspace';
import { withSpans } from './with-spans';

let mill: LoggedWorkspace;
beforeAll(async () => {
  mill = await mintLoggedWorkspace();
});
afterAll(closeDatabase);

const stays = new AbortController().signal;

/** Records a run with this many spans of a quarter of a MB. */
async function recorded(spans: number): Promise<string> {
  const text = 'x'.repeat(256 * 1024);
  const run = mill.run({
    traceSpans: JSON.stringify(Array.from({ length: spans }, (_, n) => ({ id: n, text }))),
  });
  await mill.record([run]);
  return run.execution.logId;
}

test('small and large logs are read alike; a large one has room in memory until it was used', async () => {
  for (const [spans, isLarge] of [
    [1, false],
    [12, true],
  ] as const) {
    const taken = await withSpans(await recorded(spans), stays, async (found) => {
      expect(found.map(({ id }) => id)).toEqual(Array.from({ length: spans }, (_, n) => n));
      return answerRoom().takenBytes;
    });
    expect(taken > 0).toBe(isLarge);
    expect(answerRoom().takenBytes).toBe(0);
  }
});

test('room is given back when reading fails', async () => {
  const failing = withSpans(await recorded(12), stays, () => {
    throw new Error('the reason');
  });
  await expect(failing).rejects.toThrow('the reason');
  expect(answerRoom().takenBytes).toBe(0);
});

test('a log that has been deleted has no spans', async () => {
  expect(await withSpans(newId(), stays, (spans) => spans)).toEqual([]);
});
