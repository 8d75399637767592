import { expect, it } from 'vitest';
import { countTurns } from '../../platform/testing/count-turns';
import { CheckTooComplex, CheckWork } from './check-work';

const LARGE = 1_000_000;

it('small checks run at once, until others have waited long enough', async () => {
  const turn = countTurns();
  const work = new CheckWork();
  const turns: number[] = [];
  for (let checks = 0; checks < 30; checks += 1)
    await work.inTurns(() => {
      turns.push(turn.count);
      work.charge(10_000);
    });
  turn.stop();
  expect(new Set(turns.slice(0, 20))).toEqual(new Set([0]));
  expect(turns.at(-1)).toBeGreaterThan(0);
});

it('between two large checks, of whichever blocks, others have several turns', async () => {
  const turn = countTurns();
  const turns: number[] = [];
  const checked = Array.from({ length: 4 }, () => {
    const work = new CheckWork();
    return work.inTurns(() => {
      work.charge(LARGE);
      turns.push(turn.count);
      // Takes a few milliseconds.
      return JSON.stringify(Array.from({ length: 100_000 }, (_, index) => index));
    });
  });
  await Promise.all(checked);
  turn.stop();
  const between = turns.slice(1).map((at, index) => at - turns[index]!);
  expect(Math.min(...between)).toBeGreaterThan(2);
});

it('a check that fails leaves the next one its turn', async () => {
  const work = new CheckWork();
  await expect(work.inTurns(() => work.charge(20 * LARGE))).rejects.toEqual(new CheckTooComplex('check'));
  const next = new CheckWork();
  await next.inTurns(() => next.charge(LARGE));
});
