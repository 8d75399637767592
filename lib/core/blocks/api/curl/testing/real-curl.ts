import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from '../../../../../platform/outbound-http/testing/loopback-server';
import { TEST_CERTIFICATE } from '../../../../../platform/outbound-http/testing/test-certificate';

/** A request as received over the network. */
export interface WireRequest {
  method: string;
  host: string;
  /** Path and query. */
  target: string;
  /** Names in lowercase. */
  headers: Array<[name: string, value: string]>;
  body: Buffer;
}

export const HAS_CURL = works('curl', '--version') && works('bash', '--version');

export function works(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

/** Runs commands in a real bash with the real curl; whatever they call, they reach only this process. */
export async function startRealCurl() {
  const received: WireRequest[] = [];
  const record = async (incoming: IncomingMessage): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = '', url: target = '', headers, rawHeaders } = incoming;
    const pairs: WireRequest['headers'] = [];
    for (let at = 0; at < rawHeaders.length; at += 2) {
      pairs.push([(rawHeaders[at] ?? '').toLowerCase(), rawHeaders[at + 1] ?? '']);
    }
    received.push({ method, host: headers.host ?? '', target, headers: pairs, body: Buffer.concat(chunks) });
  };
  const plain = createServer((incoming, response) => record(incoming).then(() => response.end('ok')));
  const secure = createHttpsServer(TEST_CERTIFICATE, (incoming, response) =>
    record(incoming).then(() => response.end('ok')),
  );
  // One port for both: a TLS handshake begins with the byte 22.
  const door = createTcpServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('readable', () => {
      const first: Buffer | null = socket.read();
      if (first === null) return;
      socket.unshift(first);
      (first[0] === 22 ? secure : plain).emit('connection', socket);
    });
  });
  const server = await listen(door);
  const folder = mkdtempSync(join(tmpdir(), 'curl-'));
  const options = `-q -s -k --noproxy '*' --http1.1 --max-time 10 --connect-to ::127.0.0.1:${server.port}`;
  return {
    origin: server.origin,
    /** Runs a script; returns its first request, or null if it sent none. `env`: shell variables. */
    async run(script: string, env: Record<string, string> = {}): Promise<WireRequest | null> {
      received.length = 0;
      const variables = { HOME: folder, LC_ALL: 'C.UTF-8', ...env };
      const exports = Object.entries(variables)
        .map(([name, value]) => `export ${name}='${value}'`)
        .join('\n');
      const file = join(folder, 'script.sh');
      writeFileSync(file, `${exports}\ncurl() { command curl ${options} "$@"; }\n${script}`);
      const child = spawn('bash', [file], {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'ignore'],
      });
      await new Promise((resolve) => child.once('close', resolve));
      return received[0] ?? null;
    },
    received,
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
