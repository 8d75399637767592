import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addUsd, exactUsd, leastUsd, mostUsd } from './usd';

it('adds dollars as decimals', () => {
  expect([0.1 + 0.2, addUsd(0.1, 0.2), addUsd(0.014, 0.004)]).toEqual([0.30000000000000004, 0.3, 0.018]);
  expect([exactUsd(0.018000000000000002), exactUsd(0.00000015), exactUsd(3.75e-8)]).toEqual([
    0.018, 0.00000015, 0.000000038,
  ]);
});

it('a sum is the double of its decimal, in whatever order it is added up', () => {
  const amounts = fc.array(fc.integer({ min: 0, max: 10 ** 12 }), { maxLength: 50 });
  fc.assert(
    fc.property(amounts, (nanos) => {
      const sum = nanos.map((nano) => nano / 1e9).reduce(addUsd, 0);
      const nano = nanos.reduce((all, one) => all + BigInt(one), 0n);
      const decimal = `${nano / 1_000_000_000n}.${String(nano % 1_000_000_000n).padStart(9, '0')}`;
      expect(sum).toBe(Number(decimal));
    }),
  );
});

it('bounds take in what is equal as a decimal, also where a sum of doubles was off', () => {
  for (const amount of [0.018, 0.018000000000000002, 0.30000000000000004, 0.3])
    expect([amount >= leastUsd(exactUsd(amount)), amount <= mostUsd(exactUsd(amount))]).toEqual([true, true]);
  expect([0.018000001 <= mostUsd(0.018), 0.017999999 >= leastUsd(0.018)]).toEqual([false, false]);
  expect([0.000000002 <= mostUsd(0.0000000019), 0.000000001 >= leastUsd(0.0000000011)]).toEqual([
    false,
    false,
  ]);
});
