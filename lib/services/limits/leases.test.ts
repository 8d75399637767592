import { expect, test } from 'vitest';
import { createLeases, type Lease } from './leases';

/** A holder whose limit is 100,000 a minute, with a clock that stands until it is moved. */
function busyHolder() {
  const clock = { ms: 10_000 };
  const leases = createLeases<string>(() => clock.ms);
  const lease = (change: Partial<Lease<string>> = {}): Lease<string> => ({
    ...{ state: 'team', firstPlace: 41, lastPlace: 43, startMs: 1_000_000, nowMs: 1_005_000 },
    ...{ takenAt: clock.ms, endsAt: clock.ms + 55_000, ...change },
  });
  const use = (times: number): void => {
    for (let time = 0; time < times; time += 1) leases.take('ada');
  };
  return { clock, leases, lease, use, size: (limit = 100_000) => leases.size('ada', limit) };
}

test('as many places are counted ahead as a quarter second takes, at most a thousandth of the limit', () => {
  const { clock, use, size } = busyHolder();
  use(200);
  expect(size()).toBe(0); // the second is not over
  clock.ms += 1_000;
  use(1);
  expect(size()).toBe(50);
  expect(size(20_000)).toBe(20);
  expect(size(999)).toBe(0);
  clock.ms += 2_000;
  use(1);
  expect(size()).toBe(0); // nobody asked for a while
});

test('a lease is used place by place, by the clock that counted it', () => {
  const { clock, leases, lease } = busyHolder();
  leases.put('ada', lease());
  clock.ms += 200;
  expect(leases.take('ada')).toEqual({ state: 'team', place: 41, startMs: 1_000_000, nowMs: 1_005_200 });
  expect(leases.take('eve')).toBeNull();
  expect(leases.take('ada')?.place).toBe(42);
  expect(leases.take('ada')?.place).toBe(43);
  expect(leases.take('ada')).toBeNull();
});

test('a lease ends with its window, and after a second', () => {
  const { clock, leases, lease } = busyHolder();
  leases.put('ada', lease({ endsAt: clock.ms + 300 }));
  clock.ms += 299;
  expect(leases.take('ada')?.place).toBe(41);
  clock.ms += 1;
  expect(leases.take('ada')).toBeNull();
  leases.put('ada', lease());
  clock.ms += 1_000;
  expect(leases.take('ada')).toBeNull();
});

test('ten thousand other holders do not take the lease of one who uses it', () => {
  const { leases, lease } = busyHolder();
  leases.put('ada', lease({ lastPlace: 1_000 }));
  for (let other = 0; other < 10_000; other += 1) {
    leases.put(`holder ${other}`, lease());
    if (other % 1_000 === 0) leases.take('ada');
  }
  expect(leases.take('ada')?.place).toBe(51);
});
