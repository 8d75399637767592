import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import { isAlive } from '../../../scripts/lib/process-identity.mjs';
import { newId } from '../ids';
import { bundled, forkBundled } from '../testing/fork-bundled';
import type { WatchSettings } from './watch-loop';

const WATCHED = path.join(import.meta.dirname, 'testing/watched-process.ts');
const SERVER = path.join(import.meta.dirname, 'testing/watched-server-process.ts');
const PARENT = path.join(import.meta.dirname, 'testing/parent-process.ts');
const LIMIT_MS = 700;
const SOON = { timeout: patient(20_000) };

/** Processes that would compute forever if the test did not kill them. */
const pids: number[] = [];
afterEach(() => {
  for (const pid of pids.splice(0)) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
});

async function startWatched(limitMs: number, ...execArgv: string[]): Promise<ChildProcess> {
  const settings = JSON.stringify({ limitMs, whenOrphaned: 'drains' });
  const child = forkBundled(WATCHED, [settings], {
    execArgv,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, LOG_FORMAT: 'json', LOG_LEVEL: 'info' },
  });
  await once(child, 'message');
  pids.push(child.pid!);
  return child;
}

/** Resolves with its next message, or with the signal that ended it. */
const nextOf = (child: ChildProcess): Promise<unknown> =>
  Promise.race([once(child, 'message').then(([said]) => said), once(child, 'exit').then(([, end]) => end)]);

const linesOf = async (child: ChildProcess): Promise<Array<Record<string, unknown>>> =>
  (await text(child.stdout!))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('a process whose loop stands still is ended, and its log says on which run and where', async () => {
  const child = await startWatched(LIMIT_MS);
  const lines = linesOf(child);
  const executionId = newId();
  child.send({ executionId });
  expect(await once(child, 'exit')).toEqual([null, 'SIGALRM']);
  expect(await lines).toEqual([
    expect.objectContaining({ level: 'error', component: 'event-loop', cause: 'run', executionId }),
  ]);
  expect(String((await lines)[0]!.stack)).toContain('watched-process');
});

test('a request that a loop stands still on is told by its name', async () => {
  const child = await startWatched(LIMIT_MS);
  const lines = linesOf(child);
  child.send({});
  await once(child, 'exit');
  expect(await lines).toEqual([expect.objectContaining({ cause: 'a request' })]);
});

test('who came last is not told as the cause of what a later turn does', async () => {
  const child = await startWatched(LIMIT_MS);
  const lines = linesOf(child);
  child.send({ isLater: true });
  await once(child, 'exit');
  expect(await lines).toEqual([expect.objectContaining({ cause: 'other', last: 'a request' })]);
});

test('a loop that goes on before the limit is left alone', async () => {
  const child = await startWatched(60_000);
  child.send({ forMs: 2 * LIMIT_MS });
  expect(await nextOf(child)).toBe('went on');
  child.kill();
  expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
});

test('a loop that somebody may hold up with a debugger is left alone', async () => {
  const child = await startWatched(LIMIT_MS, '--inspect=127.0.0.1:0', '--inspect-publish-uid=http');
  child.send({ forMs: 4 * LIMIT_MS });
  expect(await nextOf(child)).toBe('went on');
  child.kill();
  await once(child, 'exit');
});

test.each<WatchSettings['whenOrphaned']>(['ends', 'drains'])(
  'a loop that stands still ends with a parent that was killed, also one that %s',
  async (whenOrphaned) => {
    const settings = JSON.stringify({ limitMs: 0, whenOrphaned });
    const parent = forkBundled(PARENT, [bundled(WATCHED), settings]);
    const [{ pid }] = (await once(parent, 'message')) as [{ pid: number }];
    pids.push(pid);
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => isAlive(pid), SOON).toBe(false);
  },
);

test('clients that wait for a loop that stands still are answered, and the supervisor hears of it', async () => {
  const child = forkBundled(SERVER, [String(LIMIT_MS), '--standstills=4'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc', 'pipe'],
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  pids.push(child.pid!);
  const report = text(child.stdio[4] as Readable);
  const ask = (url: string, headers = '') => {
    const socket = net.connect(port, '127.0.0.1').setEncoding('utf8');
    socket.on('error', () => socket.destroy());
    let heard = '';
    socket.on('data', (chunk) => (heard += chunk));
    const request = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`);
    request(url);
    return { begun: once(socket, 'data'), heard: once(socket, 'close').then(() => heard), request };
  };
  const asked = async (url: string, headers?: string) => {
    const heard = once(child, 'message');
    const caller = ask(url, headers);
    expect(await heard).toMatchObject([{ asked: url }, undefined]);
    return caller;
  };
  const waiting = await asked('/wait');
  const page = await asked('/wait', 'sec-fetch-mode: navigate\r\n');
  const stream = await asked('/stream');
  const kept = await asked('/quick');
  const resting = await asked('/quick');
  await Promise.all([kept.begun, resting.begun]);
  const hanging = await asked('/hang');
  kept.request('/quick');
  expect(await waiting.heard).toMatch(
    /^HTTP\/1\.1 503 [\s\S]*retry-after: 2[\s\S]*may have been carried out/,
  );
  expect(await hanging.heard).toMatch(/^HTTP\/1\.1 503 /);
  expect(await page.heard).toMatch(/^HTTP\/1\.1 503 [\s\S]*<meta http-equiv="refresh"/);
  expect(await kept.heard).toMatch(/^HTTP\/1\.1 200 [\s\S]*doneHTTP\/1\.1 503 [\s\S]*The server is busy/);
  expect(await resting.heard).not.toContain('503');
  expect(await stream.heard).not.toContain('503');
  expect(await report).toBe('stands still\n');
});
