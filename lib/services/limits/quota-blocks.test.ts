import { expect, test } from 'vitest';
import { createQuotaBlocks, type QuotaBlock } from './quota-blocks';

/** Returns a holder with a limit of 100,000 a minute, and a clock that only the test advances. */
function busyHolder() {
  const clock = { ms: 10_000 };
  const blocks = createQuotaBlocks<string>(() => clock.ms);
  const block = (change: Partial<QuotaBlock<string>> = {}): QuotaBlock<string> => ({
    state: 'team',
    firstPlace: 41,
    lastPlace: 43,
    startMs: 1_000_000,
    nowMs: 1_005_000,
    takenAt: clock.ms,
    endsAt: clock.ms + 55_000,
    ...change,
  });
  const use = (times: number): void => {
    for (let time = 0; time < times; time += 1) blocks.take('ada');
  };
  return { clock, blocks, block, use, size: (limit = 100_000) => blocks.size('ada', limit) };
}

test('as many places are counted ahead as a quarter second takes, at most a thousandth of the limit', () => {
  const { clock, use, size } = busyHolder();
  use(200);
  expect(size()).toBe(0); // the current second is not over
  clock.ms += 1_000;
  use(1);
  expect(size()).toBe(50);
  expect(size(20_000)).toBe(20);
  expect(size(999)).toBe(0);
  clock.ms += 2_000;
  use(1);
  expect(size()).toBe(0); // no uses for a while
});

test('a block is used place by place, by the clock that counted it', () => {
  const { clock, blocks, block } = busyHolder();
  blocks.put('ada', block());
  clock.ms += 200;
  expect(blocks.take('ada')).toEqual({ state: 'team', place: 41, startMs: 1_000_000, nowMs: 1_005_200 });
  expect(blocks.take('eve')).toBeNull();
  expect(blocks.take('ada')?.place).toBe(42);
  expect(blocks.take('ada')?.place).toBe(43);
  expect(blocks.take('ada')).toBeNull();
});

test('a block ends with its window, and after a second', () => {
  const { clock, blocks, block } = busyHolder();
  blocks.put('ada', block({ endsAt: clock.ms + 300 }));
  clock.ms += 299;
  expect(blocks.take('ada')?.place).toBe(41);
  clock.ms += 1;
  expect(blocks.take('ada')).toBeNull();
  blocks.put('ada', block());
  clock.ms += 1_000;
  expect(blocks.take('ada')).toBeNull();
});

test('ten thousand other holders do not displace the block of one who uses it', () => {
  const { blocks, block } = busyHolder();
  blocks.put('ada', block({ lastPlace: 1_000 }));
  for (let other = 0; other < 10_000; other += 1) {
    blocks.put(`holder ${other}`, block());
    if (other % 1_000 === 0) blocks.take('ada');
  }
  expect(blocks.take('ada')?.place).toBe(51);
});
