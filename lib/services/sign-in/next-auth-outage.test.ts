import { expect, test, vi } from 'vitest';
import { newId } from '../../platform/ids';
import { unavailableInstead } from './next-auth-outage';

const refused = (error: string) =>
  Response.json({ url: `http://localhost:3000/api/auth/error?error=${error}` }, { status: 401 });

test('a sign-in while the database is away is answered with 503 and Retry-After', async () => {
  const answer = await unavailableInstead(refused('unavailable'));
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await answer.json()).toEqual({ url: expect.stringContaining('error=unavailable') });
});

test('a wrong password stays a 401, and other answers stay what they are', async () => {
  expect((await unavailableInstead(refused('CredentialsSignin'))).status).toBe(401);
  expect((await unavailableInstead(new Response('no', { status: 401 }))).status).toBe(401);
  expect((await unavailableInstead(Response.json({}))).headers.get('retry-after')).toBeNull();
});

test('while the database is away a session goes on, and a sign-in says that it is unavailable', async () => {
  vi.stubEnv('DATABASE_URL', 'postgresql://millrace@127.0.0.1:9/none'); // nothing listens there
  vi.stubEnv('ENCRYPTION_KEY', Buffer.alloc(32, 'test').toString('base64'));
  vi.stubEnv('NEXTAUTH_SECRET', 'a secret for the tests alone');
  const { nextAuthOptions } = await import('./next-auth-options');
  const { newSession } = await import('../access/session-cookie');
  const { callbacks, providers } = nextAuthOptions();
  const token = { ...newSession({ userId: newId(), sessionEpoch: 0 }) };
  const nobody = undefined as never; // next-auth passes a person only at sign-in
  expect(await callbacks!.jwt!({ token, user: nobody, account: null })).toEqual(token);
  const [password] = providers as unknown as Array<{
    options: { authorize(...sent: unknown[]): Promise<unknown> };
  }>;
  const sent = { email: 'a@example.com', password: 'a long password' };
  await expect(password!.options.authorize(sent, {})).rejects.toThrow(/^unavailable$/);
});
