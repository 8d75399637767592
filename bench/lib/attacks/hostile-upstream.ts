import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Lifetime } from '../../../e2e/fixtures/app-process';

const BLANKS = `a${' '.repeat(80_000)}b`;
const LONG_TEXT = 'x'.repeat(500_000);
const OBJECTS = Buffer.from(`[${'{},'.repeat(3_300_000)}{}]`); // 9.9 MB

/**
 * Starts a third-party server with hostile responses; `/echoes` returns every form of the received body.
 * @returns its origin
 */
export async function startHostileUpstream(lifetime: Lifetime): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString('utf8');
    const json = (value: unknown): void => void response.end(JSON.stringify(value));
    response.setHeader('content-type', 'application/json');
    if (request.url === '/objects') response.end(OBJECTS);
    else if (request.url === '/blanks-in-body') json({ value: BLANKS });
    else if (request.url === '/blanks-in-header') response.setHeader('x-blanks', BLANKS).end('{}');
    else if (request.url === '/echoes') json(echoesOf(body));
    else if (request.url === '/long-text') json({ text: LONG_TEXT });
    else json({ ok: true });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  lifetime.onEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export function echoesOf(text: string): Record<string, string> {
  const bytes = Buffer.from(text);
  return {
    plain: text,
    upper: text.toUpperCase(),
    hex: bytes.toString('hex'),
    upperHex: bytes.toString('hex').toUpperCase(),
    reversed: [...text].reverse().join(''),
    base64: bytes.toString('base64'),
    urlEncoded: encodeURIComponent(text),
  };
}
