import { expect, it } from 'vitest';
import { expectSteadyGrowth } from '../testing/growth';
import { readLooseHead } from './loose-head';

const read = (lines: string) => readLooseHead(Buffer.from(`HTTP/1.1 200 OK\n${lines}\n`)).bytes.toString();

it('folded lines are joined by one blank', () => {
  expect(read('A:\n  one \n\ttwo\n \nB: three\n')).toContain('\r\nA: one two\r\nB: three\r\n');
});

it('many folded lines are joined in one pass', async () => {
  await expectSteadyGrowth((size) => {
    const head = Buffer.from(`HTTP/1.1 200 OK\na: b\n${' ccccccccc\n'.repeat(size)}\n`);
    return () => readLooseHead(head);
  }, 4_000);
});
