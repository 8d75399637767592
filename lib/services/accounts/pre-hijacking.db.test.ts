import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids';
import { closeDatabase, prisma } from '../../platform/postgres/db';
import { startListening, stopListening } from '../../platform/postgres/notify';
import { type Actor, SCOPES } from '../access/actor';
import { sessionCookie } from '../access/session-cookie';
import { createApiKey } from '../api-keys/create-api-key';
import { signInWithOAuth } from '../sign-in/oauth-sign-in';
import { acceptInvitation } from '../workspaces/accept-invitation';
import { createInvitation } from '../workspaces/create-invitation';
import { createPasswordReset } from './create-password-reset';
import { insertUser } from './insert-user';
import { hashPassword } from './password';
import { getPasswordReset } from './reset-password';
import { signIn } from './sign-in';
import { refusalOf } from './testing/refusals';
import { startTestApi, type TestApi } from './testing/test-api';
import { mintWorkspace, TEST_PASSWORD, type TestWorkspace } from './testing/test-workspace';

let api: TestApi;
let mill: TestWorkspace;
beforeAll(async () => {
  await startListening();
  api = await startTestApi();
});
beforeEach(async () => {
  mill = await mintWorkspace();
});
afterAll(async () => {
  await api.close();
  await stopListening();
  await closeDatabase();
});

const newEmail = () => `victim-${newId()}@example.com`;
const byPassword = (email: string) => signIn({ email, password: TEST_PASSWORD, address: '10.2.0.1' });
const byGitHub = (verifiedEmail: string | null, providerAccountId: string = newId()) =>
  signInWithOAuth({ provider: 'github', providerAccountId, name: 'Victim', verifiedEmail });

/** Creates everything that lets a person act as an account, before its e-mail is proven. */
async function footholds(userId: string, email: string) {
  const { sessionEpoch } = await prisma().user.findUniqueOrThrow({ where: { id: userId } });
  const cookie = (await sessionCookie({ userId, sessionEpoch }, { name: 'n', email })).split(';')[0]!;
  const { workspaceId } = mill;
  const actor: Actor = { kind: 'user', userId, roles: new Map([[workspaceId, 'reader']]) };
  await prisma().membership.createMany({
    data: { workspaceId, userId, role: 'reader' },
    skipDuplicates: true,
  });
  const key = await createApiKey(actor, {
    name: 'k',
    scopes: SCOPES,
    workspaceIds: [workspaceId],
    expiresAt: null,
  });
  const { token } = await createPasswordReset({ email });
  const list = `/api/v1/workflows?workspaceId=${workspaceId}`;
  return async () => ({
    password: (await byPassword(email)) !== null,
    session: (await api.call('GET', '/api/me', { cookie })).status,
    key: (await api.call('GET', list, { 'x-api-key': key.secret })).status,
    reset: await refusalOf(getPasswordReset({ token })),
  });
}

test('an account an inviter made for another’s address is theirs no more once its owner comes', async () => {
  const email = newEmail();
  const { workspaceId } = mill;
  const { link } = await createInvitation(mill.admin, { workspaceId, email, role: 'reader' });
  const token = new URL(link!).pathname.replace('/invite/', '');
  await acceptInvitation(null, { token, name: 'Mallory', password: TEST_PASSWORD });
  const mallory = await byPassword(email);
  const tryAll = await footholds(mallory!.id, email);
  expect(await tryAll()).toEqual({ password: true, session: 200, key: 200, reset: 'done' });

  const githubId = newId();
  const victim = await byGitHub(email, githubId);
  expect(victim?.id).toBe(mallory?.id);
  expect(await tryAll()).toEqual({ password: false, session: 401, key: 401, reset: 'not_found' });

  // Whatever the owner sets up from now on stays, also when they sign in the same way again, or another
  // way.
  const cookie = (
    await sessionCookie({ userId: victim!.id, sessionEpoch: victim!.sessionEpoch }, { name: 'Victim', email })
  ).split(';')[0]!;
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const set = await api.call('PUT', '/api/me/password', headers, { newPassword: TEST_PASSWORD });
  expect(set.status).toBe(204);
  const tryOwn = await footholds(victim!.id, email);
  await byGitHub(email, githubId);
  await signInWithOAuth({ provider: 'google', providerAccountId: newId(), name: 'V', verifiedEmail: email });
  expect(await tryOwn()).toEqual({ password: true, session: 200, key: 200, reset: 'done' });
});

test('an account that the operator made keeps its keys, not its password', async () => {
  const email = newEmail();
  const passwordHash = await hashPassword(TEST_PASSWORD);
  const userId = await prisma().$transaction((tx) =>
    insertUser(tx, { email, name: 'Ops', passwordHash, emailProof: 'operator' }),
  );
  const tryAll = await footholds(userId, email);
  await byGitHub(email);
  expect(await tryAll()).toEqual({ password: false, session: 401, key: 200, reset: 'not_found' });
});

test('an e-mail that the provider has not verified changes nothing and lets nobody in', async () => {
  const email = newEmail();
  const passwordHash = await hashPassword(TEST_PASSWORD);
  const userId = await prisma().$transaction((tx) => insertUser(tx, { email, name: 'V', passwordHash }));
  const tryAll = await footholds(userId, email);
  expect(await byGitHub(null)).toBeNull();
  expect(await tryAll()).toEqual({ password: true, session: 200, key: 200, reset: 'done' });
});
