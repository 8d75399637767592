import { afterAll, expect, test, vi } from 'vitest';
import { closeDatabase, prisma } from '../db';
import { newId } from '../ids';
import { createInvitation } from '../workspaces/create-invitation';
import { nextAuthOptions } from './next-auth-options';
import { mintWorkspace } from './testing/test-workspace';

afterAll(closeDatabase);

const callbacks = () => {
  const { signIn, jwt, session } = nextAuthOptions().callbacks ?? {};
  return { signIn: signIn!, jwt: jwt!, session: session! };
};

/** What next-auth does with somebody who comes back from GitHub: the same object goes through both callbacks. */
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
  expect(token).toEqual({ userId: person.id, sessionEpoch: 0 });
});

test('an unverified e-mail lets nobody in', async () => {
  expect(await comeBack(null)).toEqual({ allowed: false, token: null });
});

test('a session goes on until the person’s epoch has moved on', async () => {
  const { reader } = await mintWorkspace();
  const token = { userId: reader.userId, sessionEpoch: 0 };
  const user = undefined as never; // next-auth passes it at sign-in alone
  expect(await callbacks().jwt({ token, user, account: null })).toEqual(token);
  await expect(
    callbacks().jwt({ token: { ...token, sessionEpoch: 1 }, user, account: null }),
  ).rejects.toThrow('ended');
});

test('providers are offered once both of their settings are there', async () => {
  const names = () => nextAuthOptions().providers.map(({ id }) => id);
  expect(names()).toEqual(['credentials']);
  vi.stubEnv('GITHUB_CLIENT_ID', 'id');
  vi.stubEnv('GITHUB_CLIENT_SECRET', 'secret');
  vi.stubEnv('GOOGLE_CLIENT_ID', 'id');
  vi.resetModules();
  const fresh = await import('./next-auth-options');
  expect(fresh.nextAuthOptions().providers.map(({ id }) => id)).toEqual(['credentials', 'github']);
  vi.unstubAllEnvs();
});
