import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type LoopbackServer, listen } from '../../../platform/outbound-http/testing/loopback-server';

export const MIB = 1024 * 1024;

export interface Taken {
  headers: IncomingMessage['headers'];
  bytes: number;
  sha256: string;
  /** The text of a small body. */
  text: string;
}

export interface FileServer extends LoopbackServer {
  /** The bodies POSTed to `/take`, in order. */
  taken: Taken[];
  /** Statuses of the next responses to `/take`; then 200. */
  refusals: number[];
  /** Returns the hash of the first `bytes` bytes at `/file`. */
  sha256(bytes: number): string;
}

/** In `refusals`: no response at all. */
export const NEVER = 0;

const BLOCK = randomBytes(MIB);

function* blocks(bytes: number, plant = { text: '', at: 0 }): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= MIB) {
    const block = Buffer.from(BLOCK.subarray(0, Math.min(MIB, left)));
    if (block.length >= 4) block.writeUInt32BE(left);
    if (left === bytes) block.write(plant.text, plant.at);
    yield block;
  }
}

/**
 * Sends files of any size and receives them. `/file?bytes=N` (`chunked`: without a length; `gzip`:
 * compressed; `zeros`; `plant=TEXT&at=N` in its first MB), `/cut?bytes=N` breaks off in the middle,
 * `/stall` sends 11 MB of 20 and then nothing.
 */
export async function startFileServer(): Promise<FileServer> {
  const taken: Taken[] = [];
  const refusals: number[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    if (request.method === 'GET') return void (await send(url, response).catch(() => response.destroy()));
    taken.push(await take(request));
    const status = refusals.shift() ?? 200;
    if (status === NEVER) return;
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"ok":true}');
  });
  const sha256 = (bytes: number) => {
    const hash = createHash('sha256');
    for (const block of blocks(bytes)) hash.update(block);
    return hash.digest('hex');
  };
  return { ...(await listen(server)), taken, refusals, sha256 };
}

async function send(url: URL, response: ServerResponse): Promise<void> {
  const bytes = Number(url.searchParams.get('bytes') ?? 20 * MIB);
  const has = (name: string) => url.searchParams.has(name);
  response.setHeader('content-type', url.searchParams.get('type') ?? 'application/zip');
  response.setHeader('content-disposition', 'attachment; filename="report.zip"');
  if (has('gzip')) response.setHeader('content-encoding', 'gzip');
  else if (!has('chunked')) response.setHeader('content-length', bytes);
  const plant = { text: url.searchParams.get('plant') ?? '', at: Number(url.searchParams.get('at')) };
  if (url.pathname === '/file') {
    const source = Readable.from(has('zeros') ? zeros(bytes) : blocks(bytes, plant));
    await (has('gzip') ? pipeline(source, createGzip(), response) : pipeline(source, response));
    return;
  }
  for (const block of blocks(url.pathname === '/cut' ? bytes / 2 : 11 * MIB))
    await new Promise((resolve) => response.write(block, resolve));
  if (url.pathname === '/cut') response.destroy();
}

function* zeros(bytes: number): Generator<Buffer> {
  const block = Buffer.alloc(MIB);
  for (let left = bytes; left > 0; left -= MIB) yield block.subarray(0, Math.min(left, MIB));
}

async function take(request: IncomingMessage): Promise<Taken> {
  const hash = createHash('sha256');
  let bytes = 0;
  let text = '';
  for await (const chunk of request as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
    if (text.length < 64 * 1024) text += chunk.toString('latin1');
  }
  return { headers: request.headers, bytes, sha256: hash.digest('hex'), text };
}
