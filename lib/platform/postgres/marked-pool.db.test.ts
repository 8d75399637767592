import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { currentMark, markWork } from '../event-loop/marks';
import { closeDatabase, pool, prisma } from './db';

beforeAll(() => prisma().$queryRaw`SELECT 1`); // Prisma loads its compiler with its first statement
afterAll(() => closeDatabase());
beforeEach(() => markWork('GET /before'));

const turn = () => new Promise(setImmediate);

test.each([
  ['a statement', () => pool().query('SELECT pg_sleep(0.01)')],
  [
    'a statement that fails',
    () =>
      pool()
        .query('SELECT nothing')
        .catch(() => undefined),
  ],
  ['Prisma', () => prisma().$queryRaw`SELECT 1 AS one`],
])('what continues after %s is work of the one who asked', async (_, ask) => {
  markWork('POST /asked');
  const asked = currentMark();
  const answer = ask().then(currentMark);
  await turn();
  markWork('GET /health');
  expect(await answer).toEqual(asked);
});

test('who asks without a mark gets none', async () => {
  await turn();
  await turn();
  expect(currentMark()).toBeNull();
  await pool().query('SELECT 1');
  expect(currentMark()).toBeNull();
});
