import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function headersAt(url: string): Promise<Record<string, unknown>> {
  vi.stubEnv('NEXTAUTH_URL', url);
  vi.stubEnv('NEXTAUTH_SECRET', 'a secret for the tests alone');
  vi.stubEnv('DATABASE_URL', 'postgresql://nowhere/x');
  vi.stubEnv('ENCRYPTION_KEY', Buffer.alloc(32).toString('base64'));
  const { setSecurityHeaders } = await import('./security-headers');
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  setSecurityHeaders(response);
  return response.getHeaders();
}

test('Strict-Transport-Security is sent where the product is opened over https, and only there', async () => {
  expect(await headersAt('https://mill.example')).toMatchObject({
    'strict-transport-security': 'max-age=31536000',
    'x-frame-options': 'DENY',
  });
  vi.resetModules();
  expect(await headersAt('http://localhost:3000')).not.toHaveProperty('strict-transport-security');
});
