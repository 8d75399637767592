import { afterEach, expect, test } from 'vitest';
import { openApiImporter } from '../../core/blocks/api/openapi/openapi-importer';
import {
  type LoopbackHttpServer,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { createTestBed } from '../../platform/outbound-http/testing/outbound-test-client';
import { readRemoteDocument } from './read-remote-document';

const bed = createTestBed();
afterEach(() => bed.closeAll());

const JSON_DOCUMENT = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: '../v2' }],
  paths: { '/pets/{id}': { get: { operationId: 'getPet', responses: {} } } },
});
const YAML_DOCUMENT =
  'openapi: 3.0.3\ninfo: {title: Pets, version: "1"}\npaths:\n  /pets:\n    get: {operationId: listPets}\n';

type Answer = Parameters<typeof startHttpServer>[0];

const serve = (answer: Answer): Promise<LoopbackHttpServer> => bed.serve(startHttpServer(answer));
const fetchFrom = (url: string, options?: Parameters<typeof readRemoteDocument>[2]) =>
  readRemoteDocument(bed.open().client, url, options);

test('a JSON document is fetched, and relative servers are meant from where it lies', async () => {
  const server = await serve((_, response) => response.end(JSON_DOCUMENT));
  const { text, url } = await fetchFrom(`${server.origin}/docs/openapi.json`);
  const { config } = await openApiImporter.read(text, { choice: 'getPet', url });
  expect(config.url).toBe(`${server.origin}/v2/pets/{id}`);
  expect(server.received[0]?.headers).not.toHaveProperty('cookie');
});

test('a YAML document behind a redirect and a byte order mark is read', async () => {
  const server = await serve(({ url }, response) => {
    if (url === '/old') response.writeHead(302, { Location: '/new/api.yaml' }).end();
    else response.writeHead(200, { 'Content-Type': 'application/yaml' }).end(`\ufeff${YAML_DOCUMENT}`);
  });
  const { text, url } = await fetchFrom(`${server.origin}/old`);
  expect(url).toBe(`${server.origin}/new/api.yaml`);
  expect(await openApiImporter.choices?.(text)).toMatchObject([{ id: 'listPets' }]);
});

type Refusal = [what: string, answer: Answer, words: RegExp];
const refusals: Refusal[] = [
  [
    'a web page',
    (_, response) =>
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><p>Docs</p>'),
    /This is a web page, not a document/,
  ],
  ['nothing', (_, response) => response.end(), /127\.0\.0\.1:\d+ returned an empty document/],
  [
    'bytes',
    (_, response) => response.writeHead(200, { 'Content-Type': 'image/png' }).end(Buffer.from([0x89, 0, 1])),
    /not text \(image\/png\)/,
  ],
  ['text of no known characters', (_, response) => response.end(Buffer.from([0xc3, 0x28])), /is not text/],
  ['a page that is missing', (_, response) => response.writeHead(404).end('no'), /returned 404, not a doc/],
  ['a locked door', (_, response) => response.writeHead(401).end(), /401: it requires a sign-in/],
  ['a server out of order', (_, response) => response.writeHead(503).end(), /returned 503/],
  [
    'a server that is busy',
    (_, response) => response.writeHead(429, { 'Retry-After': '900' }).end(),
    /429: too many requests/,
  ],
  [
    'too much',
    (_, response) => response.end(' '.repeat(3 * 1024 * 1024)),
    /larger than 2 MB.*choose the file/,
  ],
  [
    'a redirect to where nobody may go',
    (_, response) => response.writeHead(302, { Location: 'http://169.254.169.254/latest' }).end(),
    /169\.254\.169\.254.*may not call/,
  ],
  [
    'a circle',
    (_, response) => response.writeHead(302, { Location: '/' }).end(),
    /redirected more than 5 times/,
  ],
  ['a reset', (_, response) => response.destroy(), /closed the connection/],
];

test.each(refusals)('%s is refused with words for the address', async (_, answer, words) => {
  const server = await serve(answer);
  const refused = fetchFrom(`${server.origin}/x`, { maxBytes: 2 * 1024 * 1024 });
  await expect(refused).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringMatching(words),
    issues: [{ param: 'url', message: expect.stringMatching(words) }],
  });
});

test('a document that arrives too slowly is aborted at the time limit', async () => {
  const server = await serve((_, response) => void response.write('openapi: '));
  await expect(fetchFrom(server.origin, { timeoutMs: 150 })).rejects.toThrow(
    'The document did not arrive within 0.15 s. Download it and choose the file instead.',
  );
});

test.each([
  ['http://10.0.0.1/openapi.json', /may not call/],
  ['http://[::ffff:169.254.169.254]/', /may not call/],
  ['ftp://example.com/x', /http/],
  ['not an address', /URL|address/i],
])('the address %s is refused before anything is sent', async (url, words) => {
  await expect(fetchFrom(url)).rejects.toThrow(words);
});

test('a caller who disconnects stops the fetch', async () => {
  const leaving = new AbortController();
  const server = await serve(() => leaving.abort());
  await expect(fetchFrom(server.origin, { signal: leaving.signal })).rejects.toThrow();
  expect(server.received).toHaveLength(1);
});
