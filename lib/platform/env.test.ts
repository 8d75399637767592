import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  vi.stubEnv('DATABASE_URL', 'postgresql://127.0.0.1/none');
  vi.stubEnv('ENCRYPTION_KEY', Buffer.alloc(32).toString('base64'));
  vi.stubEnv('NEXTAUTH_SECRET', 'a secret of some length');
});
afterEach(() => vi.unstubAllEnvs());

const read = async () => (await import('./env')).env();

test.each([
  ['NEXTAUTH_URL', 'https://mill.example/app', 'NEXTAUTH_URL must be an origin alone'],
  ['NEXTAUTH_URL', 'mill.example', 'NEXTAUTH_URL must be like https://'],
  ['ANSWERS_URL', 'https://answers.example/x', 'ANSWERS_URL must be an origin alone'],
  ['HTTPS_PROXY', 'socks5://proxy.example:1080', 'SOCKS is not supported'],
  ['DEFAULT_PLAN', 'gold', 'DEFAULT_PLAN must be one of free, pro, team, enterprise'],
  ['OUTBOUND_PROXY_TARGET', 'both', 'OUTBOUND_PROXY_TARGET'],
])('%s=%s is refused', async (name, value, words) => {
  vi.stubEnv(name, value);
  await expect(read()).rejects.toThrow(words);
});

test('what can work is taken', async () => {
  vi.stubEnv('NEXTAUTH_URL', 'https://mill.example/');
  vi.stubEnv('HTTPS_PROXY', 'proxy.example:3128');
  vi.stubEnv('HTTP_PROXY', '');
  expect(await read()).toMatchObject({
    NEXTAUTH_URL: 'https://mill.example/',
    OUTBOUND_PROXY_TARGET: 'address',
  });
});
