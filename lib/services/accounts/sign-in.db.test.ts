import { afterAll, expect, test } from 'vitest';
import { closeDatabase, prisma } from '../../platform/postgres/db';
import { changePassword } from './change-password';
import { hashPassword } from './password';
import { signIn } from './sign-in';
import { refusalOf } from './testing/refusals';
import { mintUser, TEST_PASSWORD } from './testing/test-workspace';

afterAll(closeDatabase);

async function person(): Promise<string> {
  const id = await mintUser('ada', await hashPassword(TEST_PASSWORD));
  return (await prisma().user.findUniqueOrThrow({ where: { id } })).email;
}

let lastAddress = 0;
/** Returns an address in a network that nothing else in this file uses. */
function newAddress(): string {
  lastAddress += 1;
  return `2001:db8:0:${lastAddress.toString(16)}::1`;
}

const attempt = (email: string, password: string, address = newAddress()) =>
  signIn({ email, password, address });

test('the right password signs in, however the e-mail is written', async () => {
  const email = await person();
  expect(await attempt(`  ${email.toUpperCase()} `, TEST_PASSWORD)).toMatchObject({ email, sessionEpoch: 0 });
});

test('a wrong password, an unknown e-mail, no e-mail and no password of one’s own are alike', async () => {
  const elsewhere = await prisma().user.findUniqueOrThrow({ where: { id: await mintUser('oauth') } });
  const tries = [
    [await person(), 'wrong'],
    ['nobody@example.com', TEST_PASSWORD],
    ['x', TEST_PASSWORD],
    [elsewhere.email, ''],
  ];
  for (const [email, password] of tries) expect(await attempt(email!, password!)).toBeNull();
});

test('guessing from one address ends soon; the person still gets in from another', async () => {
  const email = await person();
  const address = newAddress();
  const outcomes: string[] = [];
  for (let i = 0; i < 9; i += 1) outcomes.push(await refusalOf(attempt(email, `wrong ${i}`, address)));
  expect(outcomes).toEqual([...Array(8).fill('done'), 'rate_limited']);
  expect(await refusalOf(attempt(email, TEST_PASSWORD, address))).toBe('rate_limited');
  expect(await attempt(email, TEST_PASSWORD)).toMatchObject({ email });
});

test('right passwords do not use up attempts', async () => {
  const email = await person();
  const address = newAddress();
  for (let i = 0; i < 12; i += 1)
    expect(await attempt(email, TEST_PASSWORD, address)).toMatchObject({ email });
});

test('a guesser with a whole IPv6 network is one guesser', async () => {
  const email = await person();
  const outcomes: string[] = [];
  for (let i = 0; i < 9; i += 1)
    outcomes.push(await refusalOf(attempt(email, `wrong ${i}`, `2001:db8:ffff:1:${i}::${i}`)));
  expect(outcomes).toEqual([...Array(8).fill('done'), 'rate_limited']);
});

test('who is signed in can change the password while others guess behind the same address', async () => {
  const email = await person();
  const user = await prisma().user.findUniqueOrThrow({ where: { email } });
  const address = newAddress();
  for (let i = 0; i < 9; i += 1) await refusalOf(attempt(email, `wrong ${i}`, address));
  expect(await refusalOf(attempt(email, TEST_PASSWORD, address))).toBe('rate_limited');
  const actor = { kind: 'user', userId: user.id, roles: new Map() } as const;
  const change = { currentPassword: TEST_PASSWORD, newPassword: 'a better one yet' };
  expect(await refusalOf(changePassword(actor, change))).toBe('done');
});
