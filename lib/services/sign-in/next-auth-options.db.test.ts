import { afterAll, expect, test, vi } from 'vitest';
import { newId } from '../../platform/ids';
import { closeDatabase, prisma } from '../../platform/postgres/db';
import { newSession } from '../access/session-cookie';
import { mintWorkspace } from '../accounts/testing/test-workspace';
import { createInvitation } from '../workspaces/create-invitation';
import { nextAuthOptions } from './next-auth-options';

afterAll(closeDatabase);

const callbacks = () => {
  const { signIn, jwt, session } = nextAuthOptions().callbacks ?? {};
  return { signIn: signIn!, jwt: jwt!, session: session! };
};

/** Simulates next-auth after a return from GitHub: the same object goes through both callbacks. */
async function comeBack(verifiedEmail: string | null) {
  const user = { id: '583231', name: 'Grace', email: verifiedEmail, verifiedEmail };
  const account = { type: 'oauth', provider: 'github', providerAccountId: newId() } as const;
  const allowed = await callbacks().signIn({ user, account });
  return { allowed, token: allowed === true ? await callbacks().jwt({ token: {}, user, account }) : null };
}

test('somebody invited who comes back from GitHub gets a session of our own person', async () => {
  const mill = await mintWorkspace();
  const email = `Grace-${newId()}@Example.com`;
  expect(await comeBack(email)).toEqual({ allowed: false, token: null });
  const { workspaceId } = mill;
  await createInvitation(mill.admin, { workspaceId, email: email.toLowerCase(), role: 'reader' });
  const { token } = await comeBack(email);
  const person = await prisma().user.findUniqueOrThrow({ where: { email: email.toLowerCase() } });
  expect(token).toEqual({ userId: person.id, sessionEpoch: 0, sessionId: expect.any(String) });
});

test('an unverified e-mail signs nobody in', async () => {
  expect(await comeBack(null)).toEqual({ allowed: false, token: null });
});

test('a session goes on until the person’s epoch has moved on', async () => {
  const { reader } = await mintWorkspace();
  const token = { ...newSession({ userId: reader.userId, sessionEpoch: 0 }) };
  const user = undefined as never; // next-auth passes it only at sign-in
  expect(await callbacks().jwt({ token, user, account: null })).toEqual(token);
  await expect(
    callbacks().jwt({ token: { ...token, sessionEpoch: 1 }, user, account: null }),
  ).rejects.toThrow('ended');
});

test('a session signed out of is over for every copy of its cookie; the person’s others go on', async () => {
  const { reader } = await mintWorkspace();
  const person = { userId: reader.userId, sessionEpoch: 0 };
  const [here, elsewhere] = [{ ...newSession(person) }, { ...newSession(person) }];
  const isLive = async (token: typeof here) =>
    Promise.resolve(callbacks().jwt({ token, user: undefined as never, account: null })).then(
      () => true,
      () => false,
    );
  expect([await isLive(here), await isLive(elsewhere)]).toEqual([true, true]);
  await nextAuthOptions().events!.signOut!({ token: here, session: undefined as never });
  expect([await isLive(here), await isLive(elsewhere)]).toEqual([false, true]);
});

test('next-auth leads nobody to another site, however the address is written', async () => {
  const lead = (url: string) =>
    nextAuthOptions().callbacks!.redirect!({ url, baseUrl: 'https://mill.example.com' });
  expect(await lead('/w/1?x=2')).toBe('https://mill.example.com/w/1?x=2');
  expect(await lead('https://mill.example.com/w/1')).toBe('https://mill.example.com/w/1');
  for (const url of [
    '/%09/evil.test',
    '/\t/evil.test',
    '//evil.test',
    '/\\evil.test',
    'https://evil.test/',
    '.evil.test',
  ])
    expect(await lead(url)).toBe('https://mill.example.com/');
});

test('providers are offered once their settings are there', async () => {
  const names = () => nextAuthOptions().providers.map(({ id }) => id);
  expect(names()).toEqual(['credentials']);
  vi.stubEnv('GITHUB_CLIENT_ID', 'id');
  vi.stubEnv('GITHUB_CLIENT_SECRET', 'secret');
  vi.resetModules();
  const fresh = await import('./next-auth-options');
  expect(fresh.nextAuthOptions().providers.map(({ id }) => id)).toEqual(['credentials', 'github']);
  vi.unstubAllEnvs();
});
