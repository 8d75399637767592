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
  ['OUTBOUND_PROXY_TARGET', 'both', 'OUTBOUND_PROXY_TARGET must be one of address, name'],
  ['DATABASE_POOL_SIZE', '0x10', 'DATABASE_POOL_SIZE must be a whole number from 2 to 500'],
  ['DRAIN_SECONDS', '-1', 'DRAIN_SECONDS must be a whole number from 0 to 86400'],
  ['RUN_MEMORY_MB', 'much', 'RUN_MEMORY_MB must be a whole number, at least 1'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of debug, info, warn, error, silent'],
  ['GITHUB_CLIENT_ID', 'id', 'GITHUB_CLIENT_SECRET is missing, and GITHUB_CLIENT_ID needs it'],
  ['GOOGLE_CLIENT_SECRET', 'secret', 'GOOGLE_CLIENT_ID is missing, and GOOGLE_CLIENT_SECRET needs it'],
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

test('all that is wrong is said at once, a sentence each', async () => {
  const { explainSettings } = await import('./env');
  expect(explainSettings({ ...process.env, PORT: '70000', ENCRYPTION_KEY: '', WORKER: 'some' })).toEqual([
    'PORT must be a whole number from 1 to 65535.',
    'ENCRYPTION_KEY is not set.',
    'WORKER must be one of inline, off.',
  ]);
  expect(explainSettings({ ...process.env, PORT: ' 80 ', WORKER: '' })).toEqual([]);
});
