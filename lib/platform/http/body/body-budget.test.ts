import { describe, expect, test } from 'vitest';
import { isAppError } from '../../errors';
import { BodyBudget, BodyHold } from './body-budget';
import type { Payer } from './payers';

const KB = 1024;
const payer = (kind: Payer['kind'], id = 'a'): Payer[] => [{ kind, id }];
const budget = () => new BodyBudget({ memoryBytes: 1_600 * KB, diskBytes: 16_000 });

function held(of: BodyBudget, payers: Payer[], memory: number, disk = 0): BodyHold | number {
  const hold = new BodyHold(of, payers);
  try {
    hold.setTo(memory, disk);
    return hold;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return error.status;
  }
}

describe('a budget of bodies', () => {
  test.each([
    ['webhook', 2],
    ['chat', 2],
    ['workspace', 4],
    ['account', 4],
    ['address', 8],
  ] as const)('gives a %s its share, of memory as of disk', (kind, sixteenths) => {
    const of = budget();
    for (let n = 0; n < sixteenths; n += 1)
      expect(held(of, payer(kind), 60 * KB, 1_000)).toBeInstanceOf(BodyHold);
    expect(held(of, payer(kind), 0, 1_000)).toBe(429);
    for (let n = 0; n < sixteenths; n += 1) expect(held(of, payer(kind), 39 * KB)).toBeInstanceOf(BodyHold);
    expect(held(of, payer(kind), 60 * KB)).toBe(429);
    expect(held(of, payer(kind, 'b'), 60 * KB, 1_000)).toBeInstanceOf(BodyHold);
  });

  test('counts a body for each of its payers, and refuses it if one has no share left', () => {
    const of = budget();
    const both = [...payer('webhook'), ...payer('address')];
    expect(held(of, both, 0, 2_000)).toBeInstanceOf(BodyHold);
    expect(held(of, [...payer('webhook'), ...payer('address', 'b')], 0, 1)).toBe(429);
    expect(held(of, payer('address'), 0, 6_001)).toBe(429);
    expect(of.held.disk).toBe(2_000);
  });

  test('keeps the last quarter of the memory for small bodies', () => {
    const of = budget();
    for (let n = 0; n < 12; n += 1)
      expect(held(of, payer('webhook', `${n}`), 100 * KB)).toBeInstanceOf(BodyHold);
    expect(held(of, payer('webhook', 'x'), 100 * KB)).toBe(503);
    for (let n = 0; n < 8; n += 1)
      expect(held(of, payer('webhook', `s${n}`), 50 * KB)).toBeInstanceOf(BodyHold);
    expect(held(of, payer('webhook', 'y'), 50 * KB)).toBe(503);
  });

  test('lets in one body however large it is, while its payer has no other', () => {
    const of = budget();
    expect(held(of, payer('webhook'), 0, 100_000)).toBeInstanceOf(BodyHold);
    expect(held(of, payer('webhook'), 0, 1)).toBe(429);
  });

  test('forgets who holds nothing any more, and counts nothing of what was refused', () => {
    const of = budget();
    const holds = [held(of, payer('webhook'), 10, 20), held(of, payer('address'), 30)] as BodyHold[];
    expect(held(of, [...payer('address'), ...payer('webhook')], 0, 2_000)).toBe(429);
    expect([of.held, of.payers]).toEqual([{ memory: 40, disk: 20 }, 2]);
    holds[0]!.setTo(5, 0);
    expect(of.held).toEqual({ memory: 35, disk: 0 });
    for (const hold of holds) {
      hold.release();
      hold.release();
    }
    expect([of.held, of.payers]).toEqual([{ memory: 0, disk: 0 }, 0]);
  });
});
