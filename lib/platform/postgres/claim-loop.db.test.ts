import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ClaimLoop, type ClaimLoopOptions } from './claim-loop';
import { closeDatabase, pool } from './db';
import { notifySql, startListening, stopListening } from './notify';

const NEVER_MS = 600_000;
const open: Array<() => Promise<void>> = [];

beforeAll(startListening);
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});
afterAll(async () => {
  await stopListening();
  await closeDatabase();
});

/** Starts a loop over items in memory, that neither polls nor recovers unless `change` says so. */
function startLoop(change: Partial<ClaimLoopOptions<string>> = {}) {
  const waiting: string[] = [];
  const begun: string[] = [];
  const endings = new Map<string, () => void>();
  const loop = new ClaimLoop<string>({
    maxInFlight: 2,
    pollMs: NEVER_MS,
    wakeOn: ['queue'],
    claim: async (room) => {
      const items = waiting.splice(0, room);
      return { items, more: items.length === room };
    },
    claimFailed: 'claim in a test',
    work: (item) => {
      begun.push(item);
      return new Promise((resolve) => endings.set(item, resolve));
    },
    workFailed: () => 'work in a test',
    frees: () => false,
    recover: async () => 0,
    recoverFailed: 'recover in a test',
    recoverEveryMs: NEVER_MS,
    onPass: () => undefined,
    ...change,
  });
  const end = (item: string) => endings.get(item)?.();
  const endAll = async () => {
    const stopped = loop.stop(NEVER_MS);
    while (endings.size > 0) {
      for (const [item, resolve] of endings) {
        endings.delete(item);
        resolve();
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    await stopped;
  };
  open.push(endAll);
  return { loop, waiting, begun, end };
}

/** Announces from another connection, as another process does. */
const announceQueue = () => pool().query(`SELECT ${notifySql('queue')}`);

test('it looks at its start and at an announcement', async () => {
  const { waiting, begun } = startLoop();
  waiting.push('a');
  await expect.poll(() => begun).toEqual(['a']);
  waiting.push('b');
  await announceQueue();
  await expect.poll(() => begun).toEqual(['a', 'b']);
});

test('it looks at every poll, should an announcement have been lost', async () => {
  let passes = 0;
  const { waiting, begun } = startLoop({ pollMs: 20, onPass: () => (passes += 1) });
  await expect.poll(() => passes).toBeGreaterThan(0);
  waiting.push('a');
  await expect.poll(() => begun).toEqual(['a']);
});

test('it looks again at the moment the next item falls due, long before the next poll', async () => {
  let dueAtMs: number | null = null;
  let looks = 0;
  startLoop({
    claim: async () => {
      looks += 1;
      dueAtMs ??= performance.now() + 50;
      if (performance.now() >= dueAtMs) dueAtMs = Number.POSITIVE_INFINITY;
      return { items: [], more: false };
    },
    nextDueMs: async () => dueAtMs! - performance.now(),
  });
  await expect.poll(() => dueAtMs).toBe(Number.POSITIVE_INFINITY);
  expect(looks).toBeLessThanOrEqual(3); // at the start, when due, and once more if a timer came early
});

test('it claims batch after batch while there is room, and again when an item’s end makes some', async () => {
  const rooms: number[] = [];
  const { waiting, begun, end } = startLoop({
    maxInFlight: 3,
    claim: async (room) => {
      rooms.push(room);
      return { items: waiting.splice(0, 1), more: waiting.length > 0 };
    },
  });
  waiting.push('a', 'b', 'c', 'd', 'e');
  await expect.poll(() => begun).toEqual(['a', 'b', 'c']);
  expect(rooms).toEqual([3, 2, 1]);
  end('b');
  await expect.poll(() => begun).toEqual(['a', 'b', 'c', 'd']);
});

test('an item whose end frees another makes it look although it had room', async () => {
  const { waiting, begun, end } = startLoop({ frees: (item) => item === 'large' });
  waiting.push('large');
  await expect.poll(() => begun).toEqual(['large']);
  waiting.push('next');
  end('large');
  await expect.poll(() => begun).toEqual(['large', 'next']);
});

test('a claim that fails is reported and made again at the next announcement', async () => {
  let isAway = true;
  let passes = 0;
  const claims: boolean[] = [];
  startLoop({
    claim: async () => {
      claims.push(isAway);
      if (isAway) throw Object.assign(new Error('terminating connection'), { code: '57P01' });
      return { items: [], more: false };
    },
    onPass: () => {
      passes += 1;
    },
  });
  await expect.poll(() => claims).toEqual([true]);
  expect(passes).toBe(0);
  isAway = false;
  await announceQueue();
  await expect.poll(() => passes).toBe(1);
  expect(claims).toEqual([true, false]);
});

test('what was recovered from a dead process is claimed at once', async () => {
  const waiting: string[] = [];
  const { begun } = startLoop({
    maxInFlight: 1_000,
    claim: async (room) => ({ items: waiting.splice(0, room), more: false }),
    recover: async () => waiting.push('orphan'),
    recoverEveryMs: 20,
  });
  // after the start's recovery, and after a later one
  await expect.poll(() => begun.length).toBeGreaterThan(1);
});

test('stopping takes nothing more and waits for the claim on its way, and for what it brings', async () => {
  const answers: Array<(items: string[]) => void> = [];
  const { loop, waiting, begun, end } = startLoop({
    claim: () =>
      new Promise((resolve) => {
        answers.push((items) => resolve({ items, more: true }));
      }),
  });
  await expect.poll(() => answers.length).toBe(1);
  let isStopped = false;
  const stopped = loop.stop(NEVER_MS).then(() => {
    isStopped = true;
  });
  waiting.push('never claimed');
  answers[0]!(['a']);
  await expect.poll(() => begun).toEqual(['a']);
  await announceQueue();
  expect(isStopped).toBe(false);
  end('a');
  await stopped;
  expect(begun).toEqual(['a']);
});

test('stopping gives up waiting when its time is over, also while an earlier stop still waits', async () => {
  const { loop, waiting, begun } = startLoop();
  waiting.push('endless');
  await expect.poll(() => begun).toEqual(['endless']);
  const patient = loop.stop(NEVER_MS);
  await loop.stop(0);
  expect(await Promise.race([patient.then(() => 'stopped'), Promise.resolve('waiting')])).toBe('waiting');
});
