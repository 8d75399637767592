import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createEmptyDatabase, type EmptyDatabase } from './testing/empty-database';
import { refusalOf } from './testing/refusals';
import { TEST_PASSWORD } from './testing/test-workspace';

let empty: EmptyDatabase;
beforeAll(async () => {
  empty = await createEmptyDatabase(process.env.DATABASE_URL ?? '');
  vi.stubEnv('DATABASE_URL', empty.url);
}, 20_000);
afterAll(async () => {
  const { closeDatabase } = await import('../db');
  await closeDatabase();
  vi.unstubAllEnvs();
  await empty.drop();
});

test('the first visitor becomes the owner, once, even when several come together', async () => {
  const { createOwner } = await import('./create-owner');
  const { getSetup } = await import('./get-setup');
  const { prisma } = await import('../db');
  expect(await getSetup()).toEqual({ needsOwner: true, providers: [] });
  const visitor = (n: number) =>
    createOwner({
      name: `V${n}`,
      email: `v${n}@example.com`,
      password: TEST_PASSWORD,
      workspaceName: 'Mill',
    });
  const outcomes = await Promise.all([1, 2, 3, 4].map((n) => refusalOf(visitor(n))));
  expect(outcomes.toSorted()).toEqual(['conflict', 'conflict', 'conflict', 'done']);
  expect(await getSetup()).toEqual({ needsOwner: false, providers: [] });
  const [user, ...others] = await prisma().user.findMany({ include: { memberships: true } });
  expect([others, user?.memberships.map(({ role }) => role)]).toEqual([[], ['admin']]);
  const workflows = await prisma().workflow.findMany();
  expect(workflows.map(({ name }) => name)).toEqual(['Say hello']);
  expect(await refusalOf(visitor(5))).toBe('conflict');
});
