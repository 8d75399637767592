import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const LONG_SHARE = 0.3;
const SHORT_MS = 100;
/** Paths without a delay: files of the page, and an upstream that workflows of fifty blocks call. */
const AT_ONCE = ['/_next/', '/api/demo/'];

/**
 * Starts a proxy to the product that is as slow as a bad connection: each request waits, up to `slowMs`,
 * before it is forwarded, so that responses arrive in a different order each time.
 */
export async function startSlowProxy(lifetime, { targetPort, slowMs }) {
  const server = http.createServer(async (request, response) => {
    if (!AT_ONCE.some((prefix) => request.url?.startsWith(prefix))) await pause(randomDelay(slowMs));
    if (!response.destroyed) passOn(request, response, targetPort);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  lifetime.onEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://localhost:${port}` };
}

const randomDelay = (slowMs) => Math.random() * (Math.random() < LONG_SHARE ? slowMs : SHORT_MS);

function passOn(request, response, port) {
  const { method, url: path, rawHeaders: headers } = request;
  const onwards = http.request({ host: '127.0.0.1', port, method, path, headers, agent: false });
  onwards.on('response', (answer) => {
    response.writeHead(answer.statusCode, answer.rawHeaders);
    answer.on('error', () => response.destroy());
    answer.pipe(response);
  });
  onwards.on('error', () => response.destroy());
  response.on('close', () => onwards.destroy());
  request.pipe(onwards);
}
