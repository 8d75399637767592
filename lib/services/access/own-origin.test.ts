import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** Returns the function's result with these settings. */
async function isForUs(nextAuthUrl: string, host: string | undefined, origin?: string): Promise<boolean> {
  const settings = { NEXTAUTH_URL: nextAuthUrl, PORT: '3000', DATABASE_URL: 'postgresql://x/y' };
  const secrets = { NEXTAUTH_SECRET: 'x'.repeat(32), ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') };
  for (const [name, value] of Object.entries({ ...settings, ...secrets })) vi.stubEnv(name, value);
  vi.resetModules();
  const { isForThisInstallation } = await import('./own-origin');
  const headers: Record<string, string | undefined> = { host, origin };
  return isForThisInstallation((name) => headers[name]);
}

const LOCAL = 'http://localhost:3000';
const PUBLIC = 'https://mill.example.com';

test.each([
  [LOCAL, 'localhost:3000', LOCAL],
  [LOCAL, 'localhost:3000', undefined],
  [LOCAL, '127.0.0.1:3000', 'http://127.0.0.1:3000'],
  [LOCAL, '[::1]:3000', 'http://[::1]:3000'],
  [PUBLIC, 'mill.example.com', PUBLIC],
  [PUBLIC, '127.0.0.1:3000', PUBLIC], // a proxy that writes its own Host
])('%s: Host %s with Origin %s is meant for us', async (url, host, origin) => {
  expect(await isForUs(url, host, origin)).toBe(true);
});

test.each([
  [LOCAL, 'evil.example:3000', 'http://evil.example:3000'], // a name that points at 127.0.0.1
  [LOCAL, 'evil.example:3000', undefined],
  [LOCAL, 'localhost:3000', 'http://evil.example:3000'],
  [LOCAL, 'localhost:3000', 'null'],
  [LOCAL, 'localhost:3001', 'http://localhost:3001'],
  [LOCAL, 'localhost.evil.example:3000', 'http://localhost.evil.example:3000'],
  [LOCAL, '127.0.0.1.evil.example:3000', undefined],
  [LOCAL, '', undefined],
  [LOCAL, undefined, undefined],
  [PUBLIC, 'mill.example.com', 'http://mill.example.com'],
  [PUBLIC, 'mill.example.com', LOCAL],
  [PUBLIC, 'evil.example', PUBLIC],
])('%s: Host %s with Origin %s is meant for another', async (url, host, origin) => {
  expect(await isForUs(url, host, origin)).toBe(false);
});
