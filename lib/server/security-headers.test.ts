import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function headersAt(url: string, framedBy: readonly string[] = []): Promise<Record<string, unknown>> {
  vi.stubEnv('NEXTAUTH_URL', url);
  vi.stubEnv('NEXTAUTH_SECRET', 'a secret for the tests alone');
  vi.stubEnv('DATABASE_URL', 'postgresql://nowhere/x');
  vi.stubEnv('ENCRYPTION_KEY', Buffer.alloc(32).toString('base64'));
  const { setContentSecurityPolicy, setSecurityHeaders } = await import('./security-headers');
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  setSecurityHeaders(response);
  setContentSecurityPolicy(request, response, false, framedBy);
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

test('a page may be framed by the origins that are named, by nobody without them', async () => {
  const closed = await headersAt('http://localhost:3000');
  expect(closed['x-frame-options']).toBe('DENY');
  expect(closed['content-security-policy']).toContain("; frame-ancestors 'none';");
  vi.resetModules();
  const open = await headersAt('http://localhost:3000', ['https://a.example', 'https://b.example:8443']);
  expect(open).not.toHaveProperty('x-frame-options');
  expect(open['content-security-policy']).toContain(
    '; frame-ancestors https://a.example https://b.example:8443;',
  );
});

test('frames and objects hold only what a page has made itself', async () => {
  const policy = String((await headersAt('http://localhost:3000'))['content-security-policy']).split('; ');
  expect(policy).toEqual(expect.arrayContaining(['frame-src blob:', 'object-src blob:']));
});
