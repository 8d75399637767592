import { afterAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids';
import { closeDatabase, prisma } from '../../platform/postgres/db';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import {
  byKey,
  mintUser,
  mintWorkspace,
  TEST_PASSWORD,
  type TestWorkspace,
} from '../accounts/testing/test-workspace';
import { signInWithOAuth } from '../sign-in/oauth-sign-in';
import { acceptInvitation } from './accept-invitation';
import { createInvitation } from './create-invitation';
import { getInvitation } from './get-invitation';
import { listInvitations } from './list-invitations';
import { revokeInvitation } from './revoke-invitation';

let mill: TestWorkspace;
beforeEach(async () => {
  mill = await mintWorkspace();
});
afterAll(closeDatabase);

const newEmail = () => `new-${newId()}@example.com`;

async function invite(email = newEmail()) {
  const { workspaceId } = mill;
  const made = await createInvitation(mill.admin, { workspaceId, email, role: 'writer' });
  return { email, id: made.data.id, token: new URL(made.link!).pathname.replace('/invite/', '') };
}

const roleOf = async (userId: string) =>
  (await prisma().membership.findFirst({ where: { userId, workspaceId: mill.workspaceId } }))?.role;

test('only admins invite, see and revoke invitations', async () => {
  const { workspaceId } = mill;
  const others = { stranger: 'forbidden', reader: 'forbidden', writer: 'forbidden', admin: 'done' } as const;
  const email = newEmail();
  await expectOutcomes(
    mill,
    (actor) => createInvitation(actor, { workspaceId, email, role: 'reader' }),
    others,
  );
  await expectOutcomes(mill, (actor) => listInvitations(actor, { workspaceId }), others);
  const { id } = await invite();
  await expectOutcomes(mill, (actor) => revokeInvitation(actor, { workspaceId, id }), others);
  const elsewhere = { workspaceId: mill.strangersWorkspaceId, id: (await invite()).id };
  expect(await refusalOf(revokeInvitation(mill.stranger, elsewhere))).toBe('not_found');
});

test('a newcomer gets an account of the invited e-mail and the role; the link works once', async () => {
  const { email, token } = await invite();
  expect(await getInvitation({ token })).toEqual({
    workspaceName: 'Mill',
    email,
    role: 'writer',
    hasAccount: false,
    mayClaim: false,
  });
  const joining = { token, name: 'Grace', password: TEST_PASSWORD };
  const outcomes = await Promise.all([1, 2, 3].map(() => refusalOf(acceptInvitation(null, joining))));
  expect(outcomes.toSorted()).toEqual(['done', 'not_found', 'not_found']);
  const user = await prisma().user.findUniqueOrThrow({ where: { email } });
  expect([user.name, user.plan, await roleOf(user.id)]).toEqual(['Grace', 'team', 'writer']);
  expect(await refusalOf(getInvitation({ token }))).toBe('not_found');
});

test('a newcomer is told what is missing, and the link still works', async () => {
  const { token } = await invite();
  await expect(acceptInvitation(null, { token, name: 'Grace' })).rejects.toMatchObject({
    code: 'invalid_request',
    issues: [{ param: 'password' }],
  });
  expect((await getInvitation({ token })).role).toBe('writer');
});

test('somebody with an account signs in first, then joins as who they are', async () => {
  const userId = await mintUser('known');
  const { email } = await prisma().user.findUniqueOrThrow({ where: { id: userId } });
  const { token } = await invite(email);
  expect(await refusalOf(acceptInvitation(null, { token, name: 'x', password: TEST_PASSWORD }))).toBe(
    'conflict',
  );
  const actor = { kind: 'user', userId, roles: new Map() } as const;
  expect(await refusalOf(acceptInvitation(byKey(actor, []), { token }))).toBe('forbidden');
  await acceptInvitation(actor, { token });
  expect(await roleOf(userId)).toBe('writer');
});

test('a link is for the account of its e-mail, and still works after somebody else opened it', async () => {
  const { email, token } = await invite();
  expect(await refusalOf(acceptInvitation(mill.stranger, { token }))).toBe('conflict');
  expect(await roleOf(mill.stranger.userId)).toBeUndefined();
  await acceptInvitation(null, { token, name: 'Grace', password: TEST_PASSWORD });
  // Without a mail server the holder of the link is unknown.
  const { emailProof } = await prisma().user.findUniqueOrThrow({ where: { email } });
  expect(emailProof).toBe('none');
});

test('a member keeps the role they have, and is not invited again', async () => {
  const userId = await mintUser('member');
  const { email } = await prisma().user.findUniqueOrThrow({ where: { id: userId } });
  const { token } = await invite(email);
  await prisma().membership.create({ data: { workspaceId: mill.workspaceId, userId, role: 'reader' } });
  await acceptInvitation({ kind: 'user', userId, roles: new Map() }, { token });
  expect(await roleOf(userId)).toBe('reader');
  expect(await refusalOf(invite(email))).toBe('conflict');
});

test('revoked, replaced, expired and invented links are all gone in the same way', async () => {
  const revoked = await invite();
  await revokeInvitation(mill.admin, { workspaceId: mill.workspaceId, id: revoked.id });
  const replaced = await invite();
  const current = await invite(replaced.email);
  const expired = await invite();
  await prisma().invitation.update({
    where: { id: expired.id },
    data: { expiresAt: new Date(Date.now() - 1) },
  });
  for (const token of [revoked.token, replaced.token, expired.token, 'invented'])
    expect(await refusalOf(acceptInvitation(mill.stranger, { token }))).toBe('not_found');
  const { data } = await listInvitations(mill.admin, mill);
  expect(data.map(({ id }) => id)).toEqual([current.id]);
});

test('GitHub and Google sign in the person of a verified e-mail, and nobody else', async () => {
  const identity = {
    provider: 'github',
    providerAccountId: newId(),
    name: 'Grace',
    verifiedEmail: newEmail(),
  } as const;
  expect(await signInWithOAuth(identity)).toBeNull();
  await invite(identity.verifiedEmail);
  expect(await signInWithOAuth({ ...identity, verifiedEmail: null })).toBeNull();
  const person = await signInWithOAuth(identity);
  expect(person).toMatchObject({ email: identity.verifiedEmail, name: 'Grace', sessionEpoch: 0 });
  expect(await roleOf(person!.id)).toBe('writer');
  expect((await prisma().user.findUniqueOrThrow({ where: { id: person!.id } })).plan).toBe('team');
  // The account is linked now and identified by its id, even if its e-mail changes.
  expect((await signInWithOAuth({ ...identity, verifiedEmail: null }))?.id).toBe(person!.id);
});
