import { afterAll, expect, test } from 'vitest';
import { closeDatabase, prisma } from '../db';
import { newId } from '../ids';
import { hashPassword } from './password';
import { signIn } from './sign-in';
import { refusalOf } from './testing/refusals';
import { mintUser, TEST_PASSWORD } from './testing/test-workspace';

afterAll(closeDatabase);

async function person(): Promise<string> {
  const id = await mintUser('ada', await hashPassword(TEST_PASSWORD));
  return (await prisma().user.findUniqueOrThrow({ where: { id } })).email;
}

const attempt = (email: string, password: string, address = newId()) => signIn({ email, password, address });

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
  const address = newId();
  const outcomes: string[] = [];
  for (let i = 0; i < 9; i += 1) outcomes.push(await refusalOf(attempt(email, `wrong ${i}`, address)));
  expect(outcomes).toEqual([...Array(8).fill('done'), 'rate_limited']);
  expect(await refusalOf(attempt(email, TEST_PASSWORD, address))).toBe('rate_limited');
  expect(await attempt(email, TEST_PASSWORD)).toMatchObject({ email });
});

test('right passwords do not use up attempts', async () => {
  const email = await person();
  const address = newId();
  for (let i = 0; i < 12; i += 1)
    expect(await attempt(email, TEST_PASSWORD, address)).toMatchObject({ email });
});
