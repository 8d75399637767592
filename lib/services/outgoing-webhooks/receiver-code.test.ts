import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { WebhookEvent } from './event-schema';
import { RECEIVER_CODE, type ReceiverCode } from './receiver-code';
import { deliveryHeaders, signatureHeader } from './signature';

const GUIDE = readFileSync('docs/guide/receive-webhooks.md', 'utf8');
const OTHER_LANGUAGES = readFileSync('docs/webhooks.md', 'utf8');
const SECRET = 'whsec_Jm2kXn0uQ7dR4tYwZ8sB1cV5fH9gL3pA';
const folder = mkdtempSync(path.join(tmpdir(), 'millrace-receivers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const codeOf = (id: ReceiverCode['id']): string => RECEIVER_CODE.find((sample) => sample.id === id)!.code;

interface Vector {
  name: string;
  secret: string;
  timestamp: string;
  body: string;
  signature: string;
}
const vectors: Vector[] = JSON.parse(
  /## Test vectors[\s\S]*?```json\n([\s\S]*?)```/.exec(OTHER_LANGUAGES)![1]!,
);

test('the page has vectors, and they are ours', () => {
  expect(vectors.length).toBeGreaterThanOrEqual(5);
  for (const { secret, timestamp, body, signature } of vectors)
    expect(signatureHeader(Number(timestamp), body, [secret])).toBe(signature);
});

test('the command of the guide computes the signature that stands behind it', async () => {
  const [, command, printed] =
    /### Recompute one[\s\S]*?```sh\n([\s\S]*?)```[\s\S]*?```text\n([\s\S]*?)```/.exec(GUIDE)!;
  expect((await promisify(execFile)('bash', ['-c', command!])).stdout).toBe(printed);
  expect(vectors.map(({ signature }) => signature)).toContain(`t=1767225600000,v1=${printed!.slice(0, 64)}`);
});

test('the example of an event is one', () => {
  const event = JSON.parse(/## What a delivery looks like[\s\S]*?```json\n([\s\S]*?)```/.exec(GUIDE)![1]!);
  expect(WebhookEvent.parse(event)).toEqual(event);
});

test('the guide names every header that a delivery can carry', () => {
  const headers = deliveryHeaders({ deliveryId: 'd', body: '{}', secrets: [SECRET], isTest: true }, 0);
  const table = /\| header \| meaning \|[\s\S]*?\n\n/.exec(GUIDE)![0].toLowerCase();
  expect(headers.length).toBeGreaterThan(5);
  for (const [name] of headers.filter(([name]) => name !== 'content-type'))
    expect(table).toContain(`\`${name}\``);
});

test.each(RECEIVER_CODE)('a page prints the $label code as the panel shows it', ({ id, code, language }) => {
  const page = id === 'node' ? GUIDE : OTHER_LANGUAGES;
  expect(page).toContain(`\`\`\`${language}\n${code}\`\`\``);
});

const RUNNERS: Partial<
  Record<
    ReceiverCode['id'],
    { file: string; command: (file: string, port: string) => string[]; needs: string[] }
  >
> = {
  node: {
    file: 'receiver.mjs',
    command: (file) => [process.execPath, file],
    needs: [process.execPath, '--version'],
  },
  python: { file: 'receiver.py', command: (file) => ['python3', file], needs: ['python3', '--version'] },
  go: { file: 'receiver.go', command: (file) => ['go', 'run', file], needs: ['go', 'version'] },
  php: {
    file: 'receiver.php',
    command: (file, port) => ['php', '-S', `127.0.0.1:${port}`, file],
    needs: ['php', '--version'],
  },
};

const has = ([command, ...args]: string[]): boolean => spawnSync(command!, args).status === 0;

const running: ChildProcess[] = [];
/** The output of the receiver that was started last. */
let printed = '';
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** Starts a receiver, which may not answer yet. */
async function launch(id: ReceiverCode['id'], secret: string): Promise<{ child: ChildProcess; url: string }> {
  const { file, command } = RUNNERS[id]!;
  const port = String(await freePort());
  writeFileSync(path.join(folder, file), codeOf(id));
  const [program, ...args] = command(path.join(folder, file), port);
  const child = spawn(program!, args, { env: { ...process.env, PORT: port, WEBHOOK_SECRET: secret } });
  running.push(child);
  printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      printed += text.toString();
    });
  return { child, url: `http://127.0.0.1:${port}/` };
}

/** Returns the status of the first response; undefined when the receiver ends without one. */
async function firstStatus(
  { child, url }: { child: ChildProcess; url: string },
  request: RequestInit,
): Promise<number | undefined> {
  while (child.exitCode === null) {
    const response = await fetch(url, request).catch(() => null);
    if (response !== null) return response.status;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return undefined;
}

async function start(id: ReceiverCode['id']): Promise<string> {
  const receiver = await launch(id, SECRET);
  expect(await firstStatus(receiver, { method: 'POST', body: '{}' }), printed).toBe(401);
  return receiver.url;
}

/** Each character of a header is sent as one byte, which `fetch` refuses. @returns the status */
function sendRaw(url: string, headers: Record<string, string>, body: string): Promise<number> {
  const { hostname, port } = new URL(url);
  const lines = ['POST / HTTP/1.1', 'host: x', ...Object.entries(headers).map((pair) => pair.join(': '))];
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', reject).on('close', () => reject(new Error(`There was no answer. ${printed}`)));
    socket.once('data', (answer) => {
      resolve(Number(answer.toString('latin1').split(' ')[1]));
      socket.destroy();
    });
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1');
  });
}

/** Ends the connection with half of the body sent, and waits until the receiver has noticed. */
function hangUpInBody(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined).on('close', () => resolve());
    socket.resume().end('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf');
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

const BODY = '{"id":"e","data":{"status":"success","executionId":"x","text":"Grüße 🌍"}}';

describe.each(Object.keys(RUNNERS) as Array<ReceiverCode['id']>)('the %s receiver', (id) => {
  test.skipIf(!has(RUNNERS[id]!.needs))('accepts what is genuine and refuses the rest', async () => {
    const url = await start(id);
    const post = async (
      timestampMs: number,
      body: string,
      secrets = [SECRET],
      sent = body,
    ): Promise<number> => {
      const headers = deliveryHeaders({ deliveryId: 'd', body, secrets, isTest: false }, timestampMs);
      return (await fetch(url, { method: 'POST', headers, body: sent })).status;
    };
    const now = Date.now();
    expect(await post(now, BODY)).toBe(200);
    expect(await post(now, BODY, ['another-secret-0123', SECRET])).toBe(200);
    expect(await post(now - 240_000, BODY)).toBe(200);
    expect(await post(now - 301_000, BODY)).toBe(401);
    expect(await post(now, BODY, [SECRET], BODY.replace('success', 'failure'))).toBe(401);
    expect(await post(now, BODY, ['another-secret-0123'])).toBe(401);
    expect(await post(now, BODY, [])).toBe(401);
  });

  test.skipIf(!has(RUNNERS[id]!.needs))('does the work of a delivery once, and none for a test', async () => {
    const url = await start(id);
    const [first, second] = [`first-${randomUUID()}`, `second-${randomUUID()}`];
    const post = async (deliveryId: string, isTest: boolean): Promise<number> => {
      const headers = deliveryHeaders({ deliveryId, body: BODY, secrets: [SECRET], isTest }, Date.now());
      return (await fetch(url, { method: 'POST', headers, body: BODY })).status;
    };
    expect([await post(`test-${first}`, true), await post(first, false)]).toEqual([200, 200]);
    expect([await post(first, false), await post(second, false)]).toEqual([200, 200]);
    while (!printed.includes(second)) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(printed.split(first)).toHaveLength(2);
    expect(printed).not.toContain('test-');
  });

  test.skipIf(!has(RUNNERS[id]!.needs))('keeps running whatever a stranger sends', async () => {
    const url = await start(id);
    const now = Date.now();
    const odd = [`t=${now},v1=${'\xe9'.repeat(64)}`, 't=\xb2,v1=00', `t=${'9'.repeat(5_000)},v1=00`, '='];
    for (const signature of odd)
      expect(await sendRaw(url, { 'service-signature': signature, 'content-length': '2' }, '{}')).toBe(401);
    // PHP's own server reads the body before it runs anything, and has a limit of its own.
    if (id !== 'php') expect(await sendRaw(url, { 'content-length': '20000000' }, '')).toBe(413);
    await hangUpInBody(url);
    const headers = deliveryHeaders({ deliveryId: 'd', body: BODY, secrets: [SECRET], isTest: false }, now);
    expect((await fetch(url, { method: 'POST', headers, body: BODY })).status).toBe(200);
    expect(running.at(-1)!.exitCode).toBeNull();
  });

  test.skipIf(!has(RUNNERS[id]!.needs))('accepts nothing when it has no secret', async () => {
    const receiver = await launch(id, '');
    const signed = { deliveryId: 'd', body: BODY, secrets: [''], isTest: false };
    const headers = deliveryHeaders(signed, Date.now());
    const status = await firstStatus(receiver, { method: 'POST', headers, body: BODY });
    // Most do not start.
    expect([undefined, 500]).toContain(status);
  });
});

test('the shell sender signs as we do', async () => {
  const url = await start('node');
  const [script, body] = [path.join(folder, 'deliver.sh'), path.join(folder, 'body.json')];
  writeFileSync(script, codeOf('shell'));
  writeFileSync(body, BODY);
  const deliver = async (env: Record<string, string>): Promise<string> => {
    const options = { env: { ...process.env, ...env } };
    return (await promisify(execFile)('bash', [script, url, body], options)).stdout.trim();
  };
  expect(await deliver({ WEBHOOK_SECRET: SECRET })).toBe('200');
  expect(await deliver({ WEBHOOK_SECRET: 'another-secret-0123' })).toBe('401');
  expect(await deliver({ WEBHOOK_SECRET: SECRET, TIMESTAMP: '1767225600123' })).toBe('401');
});
