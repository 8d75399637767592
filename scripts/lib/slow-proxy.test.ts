import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { startSlowProxy } from './slow-proxy.mjs';

const ends: Array<() => unknown> = [];
const lifetime = { onEnd: (end: () => unknown) => ends.push(end) };
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function startBehind(handler: http.RequestListener): Promise<string> {
  const server = http.createServer(handler).listen(0, '127.0.0.1');
  ends.push(() => server.close());
  await once(server, 'listening');
  const { port: targetPort } = server.address() as AddressInfo;
  const { url } = await startSlowProxy(lifetime, { targetPort, slowMs: 20 });
  return url;
}

test('requests and answers are passed on as they are', async () => {
  const url = await startBehind(async (request, response) => {
    response.writeHead(207, {
      'set-cookie': ['a=1', 'b=2'],
      'x-path': request.url,
      'x-host': request.headers.host,
    });
    response.end(`${request.method} ${await text(request)}`);
  });
  const answer = await fetch(`${url}/some/path?q=1`, { method: 'PUT', body: 'sent' });
  expect([answer.status, await answer.text()]).toEqual([207, 'PUT sent']);
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(answer.headers.get('x-path')).toBe('/some/path?q=1');
  expect(answer.headers.get('x-host')).toBe(new URL(url).host);
});

test('a connection that breaks is broken here too', async () => {
  const url = await startBehind((_, response) => response.destroy());
  await expect(fetch(url)).rejects.toThrow();
});
