import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEmptyDatabase, type EmptyDatabase } from '../accounts/testing/empty-database';
import { refusalOf } from '../accounts/testing/refusals';
import { TEST_PASSWORD } from '../accounts/testing/test-workspace';

/** Each test begins without an owner. */
let empty: EmptyDatabase;
beforeEach(async () => {
  empty = await createEmptyDatabase(process.env.DATABASE_URL ?? '');
  vi.resetModules();
  vi.stubEnv('DATABASE_URL', empty.url);
});
afterEach(async () => {
  const { closeDatabase } = await import('../../platform/postgres/db');
  await closeDatabase();
  for (const key of Object.getOwnPropertySymbols(globalThis))
    if (key.description?.startsWith('millrace.')) delete (globalThis as Record<symbol, unknown>)[key];
  vi.unstubAllEnvs();
  await empty.drop();
});

let lastAddress = 0;
function newAddress(): string {
  lastAddress += 1;
  return `10.1.0.${lastAddress}`;
}

async function visit(n: number, given: { setupCode?: string; host?: string; address?: string } = {}) {
  const { createOwner } = await import('./create-owner');
  const { host = new URL(process.env.NEXTAUTH_URL ?? '').host, address = newAddress(), ...more } = given;
  const who = { name: `V${n}`, email: `v${n}@example.com`, password: TEST_PASSWORD, workspaceName: 'Mill' };
  const header = (name: string) => (name === 'host' ? host : undefined);
  return createOwner({ ...who, ...more }, { header, remoteAddress: address });
}

test('a server that others can reach asks for the code that it printed', async () => {
  vi.stubEnv('HOST', '0.0.0.0');
  const { getSetup } = await import('./get-setup');
  const { setupCodeNote } = await import('./setup-code');
  expect(await getSetup()).toEqual({ needsOwner: true, needsSetupCode: true, providers: [] });
  const note = await setupCodeNote();
  const code = /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/.exec(note ?? '')?.[0];
  expect(note).toContain('set-up code');
  expect(await setupCodeNote()).toBe(note);
  for (const setupCode of [undefined, '', 'AAAA-BBBB-CCCC-DDDD', `${code}0`, code?.slice(0, -1)])
    await expect(visit(0, { ...(setupCode === undefined ? {} : { setupCode }) })).rejects.toMatchObject({
      code: 'invalid_request',
      issues: [expect.objectContaining({ param: 'setupCode' })],
    });
  const { isSetupCode } = await import('./setup-code');
  expect(await isSetupCode(` ${code?.toLowerCase().replaceAll('-', ' ')}`)).toBe(true);
});

test('a public address asks for the code too when the server is on loopback behind a proxy', async () => {
  vi.stubEnv('NEXTAUTH_URL', 'https://mill.example.com');
  expect(await refusalOf(visit(0))).toBe('invalid_request');
});

test('a request for another name is refused, whoever sends it', async () => {
  expect(await refusalOf(visit(0, { host: 'evil.example' }))).toBe('forbidden');
});

test('codes can’t be guessed: an address has ten attempts', async () => {
  vi.stubEnv('HOST', '::');
  const address = newAddress();
  const outcomes: string[] = [];
  for (let i = 0; i < 12; i += 1)
    outcomes.push(await refusalOf(visit(0, { address, setupCode: `AAAA-BBBB-CCCC-DDD${i}` })));
  expect(outcomes).toEqual([...Array(10).fill('invalid_request'), 'rate_limited', 'rate_limited']);
});

test('the own e-mail is no password', async () => {
  const { createOwner } = await import('./create-owner');
  const header = () => new URL(process.env.NEXTAUTH_URL ?? '').host;
  const who = {
    name: 'V',
    email: 'victor@example.com',
    password: 'victor@example.com',
    workspaceName: 'Mill',
  };
  const from = {
    header: (name: string) => (name === 'host' ? header() : undefined),
    remoteAddress: newAddress(),
  };
  await expect(createOwner(who, from)).rejects.toMatchObject({
    code: 'invalid_request',
    issues: [expect.objectContaining({ param: 'password' })],
  });
});

test('the first visitor becomes the owner, once, even when several come together', async () => {
  const { getSetup } = await import('./get-setup');
  const { setupCodeNote } = await import('./setup-code');
  const { prisma } = await import('../../platform/postgres/db');
  expect(await getSetup()).toEqual({ needsOwner: true, needsSetupCode: false, providers: [] });
  expect(await setupCodeNote()).toBeNull();
  const outcomes = await Promise.all([1, 2, 3, 4].map((n) => refusalOf(visit(n))));
  expect(outcomes.toSorted()).toEqual(['conflict', 'conflict', 'conflict', 'done']);
  expect(await getSetup()).toEqual({ needsOwner: false, needsSetupCode: false, providers: [] });
  const [user, ...others] = await prisma().user.findMany({ include: { memberships: true } });
  expect([others, user?.memberships.map(({ role }) => role)]).toEqual([[], ['admin']]);
  expect(user?.plan).toBe('team');
  const workflows = await prisma().workflow.findMany();
  expect(workflows.map(({ name }) => name)).toEqual(['Say hello']);
  expect(await refusalOf(visit(5))).toBe('conflict');
});

test('DEFAULT_PLAN is the owner’s plan', async () => {
  vi.stubEnv('DEFAULT_PLAN', 'enterprise');
  const { prisma } = await import('../../platform/postgres/db');
  const { userId } = await visit(1);
  expect((await prisma().user.findUniqueOrThrow({ where: { id: userId } })).plan).toBe('enterprise');
});

test('once there is an owner nothing is hashed, so a flood of set-ups stands in nobody’s way', async () => {
  const { whenHashesAllow } = await import('../accounts/hash-gate');
  const { hashPassword } = await import('../accounts/password');
  expect(await refusalOf(visit(1))).toBe('done');
  // The queue of the hash gate is full: any hash would be refused with a request to retry.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const line = Promise.all(Array.from({ length: 60 }, () => refusalOf(whenHashesAllow(() => held))));
  expect(await refusalOf(hashPassword(TEST_PASSWORD))).toBe('unavailable');
  expect(await refusalOf(visit(2))).toBe('conflict');
  release();
  expect(await line).toContain('unavailable');
});
