import { expect, test } from 'vitest';
import { unavailableInstead } from './next-auth-outage';

const refused = (error: string) =>
  Response.json({ url: `http://localhost:3000/api/auth/error?error=${error}` }, { status: 401 });

test('a sign-in that could not ask the database is told with 503 and when to try again', async () => {
  const answer = await unavailableInstead(refused('unavailable'));
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await answer.json()).toEqual({ url: expect.stringContaining('error=unavailable') });
});

test('a wrong password stays a 401, and other answers stay what they are', async () => {
  expect((await unavailableInstead(refused('CredentialsSignin'))).status).toBe(401);
  expect((await unavailableInstead(new Response('no', { status: 401 }))).status).toBe(401);
  expect((await unavailableInstead(Response.json({}))).headers.get('retry-after')).toBeNull();
});
