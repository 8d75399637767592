import { afterEach, describe, expect, it } from 'vitest';
import { parseAllowList } from '../addresses/allow-list';
import { createOutboundClient } from './client';
import { isAllowedSelfOrigin } from './self-origin-allowance';
import { startHttpServer } from './testing/loopback-server';
import { createTestBed, get } from './testing/outbound-test-client';

const bed = createTestBed();
afterEach(() => bed.closeAll());

describe('the exact exception', () => {
  const exceptions = [{ origin: 'http://127.0.0.1:3000', pathPrefix: '/api/demo' }];
  const covers = (url: string) => isAllowedSelfOrigin(new URL(url), exceptions);

  it.each([
    'http://127.0.0.1:3000/api/demo',
    'http://127.0.0.1:3000/api/demo/',
    'http://127.0.0.1:3000/api/demo/echo?x=%2F',
    'http://127.1:3000/api/x/../demo/echo',
  ])('covers %s', (url) => expect(covers(url)).toBe(true));

  it.each([
    'http://127.0.0.1:3000/',
    'http://127.0.0.1:3000/api/demolish',
    'http://127.0.0.1:3000/api/Demo',
    'http://127.0.0.1:3000/x/api/demo',
    'http://127.0.0.1:3000//api/demo',
    'http://127.0.0.1:3000/api/demo/../v1/logs',
    'http://127.0.0.1:3000/api/demo/%2e%2e/v1/logs',
    'http://127.0.0.1:3000/api/demo/..%2fv1/logs',
    'http://127.0.0.1:3000/api/demo/..%5Cv1/logs',
    'http://127.0.0.1:3000/api/demo//v1',
    'http://127.0.0.1:3000/api/demo\\..\\v1',
    'http://127.0.0.1:3001/api/demo',
    'http://localhost:3000/api/demo',
    'http://[::ffff:127.0.0.1]:3000/api/demo',
    'https://127.0.0.1:3000/api/demo',
  ])('does not cover %s', (url) => expect(covers(url)).toBe(false));

  it('opens nothing else, though connections to it are open', async () => {
    const server = await bed.serve(
      startHttpServer((request, response) => {
        if (request.url === '/demo/self') response.writeHead(302, { Location: '/demo/echo' });
        if (request.url === '/demo/out') response.writeHead(302, { Location: '/private' });
        response.end(request.url);
      }),
    );
    const client = createOutboundClient({
      allow: parseAllowList(''),
      allowSelfOrigin: [{ origin: server.origin, pathPrefix: '/demo/' }],
    });
    const codeOf = async (path: string) => {
      const { error, response } = await client.request(get(server.origin + path));
      return error?.code ?? response?.body.toString();
    };
    expect(await codeOf('/demo/echo')).toBe('/demo/echo');
    expect(await codeOf('/private')).toBe('ADDRESS_NOT_ALLOWED');
    expect(await codeOf('/demo/echo')).toBe('/demo/echo');
    expect(await codeOf('/demo/../private')).toBe('ADDRESS_NOT_ALLOWED');
    expect(await codeOf('/demo/self')).toBe('ADDRESS_NOT_ALLOWED');
    expect(await codeOf('/demo/out')).toBe('ADDRESS_NOT_ALLOWED');
    expect(server.received.map(({ url }) => url)).toEqual([
      '/demo/echo',
      '/demo/echo',
      '/demo/self',
      '/demo/out',
    ]);
    await client.close();
  });

  it('may be a name', async () => {
    const server = await bed.serve(startHttpServer((request, response) => response.end(request.url)));
    const origin = `http://localhost:${server.port}`;
    const client = createOutboundClient({
      allow: parseAllowList(''),
      allowSelfOrigin: [{ origin, pathPrefix: '/demo' }],
    });
    expect((await client.request(get(`${origin}/demo`))).response?.body.toString()).toBe('/demo');
    expect((await client.request(get(`${origin}/other`))).error?.code).toBe('ADDRESS_NOT_ALLOWED');
    expect((await client.request(get(`${server.origin}/demo`))).error?.code).toBe('ADDRESS_NOT_ALLOWED');
    await client.close();
  });
});
