import { expect, test } from 'vitest';
import { startHttpServer } from '../../platform/outbound-http/testing/loopback-server';
import { verifiedGitHubEmail } from './verified-github-email';

async function emailFrom(status: number, emails: unknown): Promise<string | null> {
  const server = await startHttpServer((request, response) => {
    const known = request.headers.authorization === 'Bearer token';
    response.writeHead(known ? status : 401).end(JSON.stringify(emails));
  });
  return verifiedGitHubEmail('token', server.origin).finally(server.close);
}

const email = (address: string, primary: boolean, verified: boolean) => ({
  email: address,
  primary,
  verified,
});

test('the primary e-mail counts, if it is verified', async () => {
  expect(await emailFrom(200, [email('a@x.co', false, true), email('b@x.co', true, true)])).toBe('b@x.co');
  expect(await emailFrom(200, [email('a@x.co', false, true), email('b@x.co', true, false)])).toBeNull();
  expect(await emailFrom(200, [])).toBeNull();
});

test('when GitHub doesn’t say whether an e-mail is verified, nobody is signed in', async () => {
  await expect(emailFrom(500, {})).rejects.toThrow('500');
  await expect(emailFrom(200, { message: 'no' })).rejects.toThrow();
});
