import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../../platform/email/testing/mail-server';
import { newId } from '../../platform/ids';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startListening, stopListening } from '../../platform/postgres/notify';
import { type Actor, SCOPES } from '../access/actor';
import { sessionCookie } from '../access/session-cookie';
import { createApiKey } from '../api-keys/create-api-key';
import { installationOwner } from '../limits/installation-owner';
import { signInWithOAuth } from '../sign-in/oauth-sign-in';
import { acceptInvitation } from '../workspaces/accept-invitation';
import { createInvitation } from '../workspaces/create-invitation';
import { getInvitation } from '../workspaces/get-invitation';
import { listMembers } from '../workspaces/list-members';
import { verifyMemberEmail } from '../workspaces/verify-member-email';
import { getMe } from './get-me';
import { linkTokenHash } from './link-token';
import { hashPassword } from './password';
import { signIn } from './sign-in';
import { refusalOf } from './testing/refusals';
import { startTestApi, type TestApi } from './testing/test-api';
import { mintUser, mintWorkspace, TEST_PASSWORD, type TestWorkspace } from './testing/test-workspace';
import { sendVerification, verifyEmail } from './verify-email';

let mail: MailServer;
let api: TestApi;
let mill: TestWorkspace;

beforeAll(async () => {
  mail = await startMailServer();
  await startListening();
  api = await startTestApi();
});
beforeEach(async () => {
  mail.received.length = 0;
  mail.refusals.length = 0;
  mill = await mintWorkspace();
});
afterAll(async () => {
  await api.close();
  await stopListening();
  await mail.close();
  await closeDatabase();
});

const newEmail = () => `person-${newId()}@example.com`;
const invite = (email: string) =>
  createInvitation(mill.admin, { workspaceId: mill.workspaceId, email, role: 'writer' });
const tokenOf = (kind: 'invite' | 'verify-email', place = -1) =>
  new RegExp(`/${kind}/([\\w-]{43})\\n`).exec(mail.received.at(place)?.text ?? '')?.[1] ?? '';
const byPassword = (email: string, password = TEST_PASSWORD) =>
  signIn({ email, password, address: `10.3.0.${Math.floor(Math.random() * 250)}` });
const proofOf = async (userId: string) =>
  (await prisma().user.findUniqueOrThrow({ where: { id: userId } })).emailProof;
const isMember = async (userId: string) =>
  (await prisma().membership.count({ where: { userId, workspaceId: mill.workspaceId } })) === 1;
const personOf = (userId: string): Actor => ({ kind: 'user', userId, roles: new Map() });

/** Creates an account with an address that may not be its creator's. */
async function unproven() {
  const userId = await mintUser('unproven', await hashPassword(TEST_PASSWORD));
  const { email } = await prisma().user.findUniqueOrThrow({ where: { id: userId } });
  return { userId, email, actor: personOf(userId) };
}

describe('an invitation', () => {
  test('goes to its address alone, and who opens it there has a proven account', async () => {
    const email = newEmail();
    expect((await invite(email)).link).toBeNull();
    expect(mail.received).toMatchObject([
      { to: [email], subject: 'You are invited to a workspace of Millrace' },
    ]);
    expect(mail.received[0]?.text).toContain('"admin" invites you to the workspace "Mill"');
    await acceptInvitation(null, { token: tokenOf('invite'), name: 'Grace', password: TEST_PASSWORD });
    const { id } = (await byPassword(email))!;
    expect([await proofOf(id), await isMember(id)]).toEqual(['mail', true]);
  });

  test('takes over an account that somebody else made with the address', async () => {
    const { userId, email } = await unproven();
    const { workspaceId } = mill;
    await prisma().membership.create({ data: { workspaceId, userId, role: 'reader' } });
    const actor: Actor = { kind: 'user', userId, roles: new Map([[workspaceId, 'reader']]) };
    const choice = { name: 'k', scopes: SCOPES, workspaceIds: [workspaceId], expiresAt: null };
    const key = { 'x-api-key': (await createApiKey(actor, choice)).secret };
    const cookie = (await sessionCookie({ userId, sessionEpoch: 0 }, { name: 'n', email })).split(';')[0]!;
    const footholds = async () => [
      (await byPassword(email)) !== null,
      (await api.call('GET', '/api/me', { cookie })).status,
      (await api.call('GET', `/api/v1/workflows?workspaceId=${workspaceId}`, key)).status,
    ];
    await prisma().membership.delete({ where: { workspaceId_userId: { workspaceId, userId } } });
    await invite(email);
    await prisma().membership.create({ data: { workspaceId, userId, role: 'reader' } });
    expect(await footholds()).toEqual([true, 200, 200]);
    const token = tokenOf('invite');
    expect(await getInvitation({ token })).toMatchObject({ hasAccount: true, mayClaim: true });
    const password = 'a password of their own';
    await acceptInvitation(null, { token, name: 'Grace', password });
    expect(await footholds()).toEqual([false, 401, 401]);
    expect((await byPassword(email, password))?.id).toBe(userId);
    expect(await proofOf(userId)).toBe('mail');
  });

  test('never takes over one whose address is proven', async () => {
    const { userId, email } = await unproven();
    await prisma().user.update({ where: { id: userId }, data: { emailProof: 'operator' } });
    await invite(email);
    const token = tokenOf('invite');
    expect(await getInvitation({ token })).toMatchObject({ hasAccount: true, mayClaim: false });
    const joining = acceptInvitation(null, { token, name: 'Mallory', password: 'a password of mine' });
    expect(await refusalOf(joining)).toBe('conflict');
    expect((await byPassword(email))?.id).toBe(userId);
  });

  test('proves the address of who is signed in with it, and of nobody else', async () => {
    const { userId, email, actor } = await unproven();
    await invite(email);
    const token = tokenOf('invite');
    expect(await refusalOf(acceptInvitation(mill.stranger, { token }))).toBe('conflict');
    await acceptInvitation(actor, { token });
    expect([await proofOf(userId), await isMember(userId)]).toEqual(['mail', true]);
    expect((await byPassword(email))?.id).toBe(userId);
  });

  test('that was handed over proves nothing: an unverified account verifies its address first', async () => {
    const { userId, email, actor } = await unproven();
    const token = 'handed-over';
    await prisma().invitation.create({
      data: {
        id: newId(),
        workspaceId: mill.workspaceId,
        email,
        role: 'reader',
        tokenHash: linkTokenHash(token + email),
        expiresAt: new Date(Date.now() + 60_000),
      },
    });
    const accept = () => refusalOf(acceptInvitation(actor, { token: token + email }));
    expect(await accept()).toBe('conflict');
    await sendVerification(actor);
    await verifyEmail(actor, { token: tokenOf('verify-email') });
    expect(await accept()).toBe('done');
    expect(await isMember(userId)).toBe(true);
  });

  test('that can’t be sent is none', async () => {
    const email = newEmail();
    mail.refusals.push(550);
    expect(await refusalOf(invite(email))).toBe('unavailable');
    expect(await prisma().invitation.count({ where: { email } })).toBe(0);
  });

  test('is sent to an address five times a day at most', async () => {
    const email = newEmail();
    for (let n = 0; n < 5; n += 1) await invite(email);
    expect(await refusalOf(invite(email))).toBe('rate_limited');
    expect(mail.received).toHaveLength(5);
  });
});

describe('an address is verified', () => {
  test('by a link that was sent there, opened by the account it is of', async () => {
    const { userId, actor } = await unproven();
    expect(await getMe(actor)).toMatchObject({ emailVerified: false, canSendEmail: true });
    await sendVerification(actor);
    const token = tokenOf('verify-email');
    expect(await refusalOf(verifyEmail(mill.stranger, { token }))).toBe('not_found');
    expect(await proofOf(userId)).toBe('none');
    expect(await verifyEmail(actor, { token })).toMatchObject({ id: userId, emailVerified: true });
    expect(await refusalOf(verifyEmail(actor, { token }))).toBe('not_found');
    expect(await refusalOf(sendVerification(actor))).toBe('conflict');
  });

  test('by the last link only, and within a day', async () => {
    const { userId, actor } = await unproven();
    await sendVerification(actor);
    await sendVerification(actor);
    expect(await refusalOf(verifyEmail(actor, { token: tokenOf('verify-email', 0) }))).toBe('not_found');
    await pool().query('UPDATE email_verification SET expires_at = now() WHERE user_id = $1', [userId]);
    expect(await refusalOf(verifyEmail(actor, { token: tokenOf('verify-email') }))).toBe('not_found');
    expect(await proofOf(userId)).toBe('none');
  });

  test('by the owner of the installation, who sees as others whose is not', async () => {
    const { userId } = mill.reader;
    const { workspaceId } = mill;
    const verifiedIn = async (actor: Actor) => {
      const { data, canVerify } = await listMembers(actor, { workspaceId });
      return [data.find((member) => member.userId === userId)?.emailVerified, canVerify];
    };
    expect(await verifiedIn(mill.writer)).toEqual([false, false]);
    expect(await refusalOf(verifyMemberEmail(mill.owner, { workspaceId, userId }))).toBe('forbidden');
    const first = await installationOwner(prisma());
    const operator: Actor = {
      ...personOf(first.userId),
      roles: new Map([[workspaceId, 'admin' as const]]),
    };
    expect(await verifiedIn(operator)).toEqual([false, true]);
    const { data } = await verifyMemberEmail(operator, { workspaceId, userId });
    expect([data.emailVerified, await proofOf(userId)]).toEqual([true, 'operator']);
    expect(await verifiedIn(mill.writer)).toEqual([true, false]);
    const unknown = { workspaceId, userId: mill.stranger.userId };
    expect(await refusalOf(verifyMemberEmail(operator, unknown))).toBe('not_found');
  });
});

test('GitHub and Google leave an account alone whose address was proven by mail', async () => {
  const { userId, email, actor } = await unproven();
  await sendVerification(actor);
  await verifyEmail(actor, { token: tokenOf('verify-email') });
  const identity = { provider: 'github', providerAccountId: newId(), name: 'Grace' } as const;
  expect((await signInWithOAuth({ ...identity, verifiedEmail: email }))?.id).toBe(userId);
  expect((await byPassword(email))?.id).toBe(userId);
  expect(await proofOf(userId)).toBe('provider');
});
