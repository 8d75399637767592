import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { forkBundled } from '../../testing/fork-bundled';
import { SpillFolder } from './spill-folder';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'millrace-test-'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

/** Starts a separate process that holds the beginning of a body in a folder here. */
async function receiving() {
  const file = path.join(import.meta.dirname, 'testing/slow-senders-process.ts');
  const child = forkBundled(file, ['budget'], { env: { ...process.env, TMPDIR: parent } });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  socket.write('POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 5000000\r\n\r\n');
  socket.write(Buffer.alloc(1_000_000));
  const isOfChild = (name: string) => name.startsWith(`millrace-bodies-${child.pid}-`);
  await expect.poll(() => readdirSync(parent).filter(isOfChild)).toHaveLength(1);
  return child;
}

test('the folder goes when its process exits', async () => {
  const child = await receiving();
  child.disconnect();
  await once(child, 'exit');
  expect(readdirSync(parent)).toEqual([]);
});

test('of a process that was killed an empty folder is left, which the next one removes', async () => {
  const child = await receiving();
  const [left] = readdirSync(parent); // the only folder so far
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(readdirSync(path.join(parent, left!))).toEqual([]);
  const running = await receiving();
  const file = await new SpillFolder(parent).open();
  const names = readdirSync(parent);
  expect(names).not.toContain(left);
  // The folder of the process that still runs, and ours.
  expect(names).toHaveLength(2);
  await file.close();
  running.disconnect();
  await once(running, 'exit');
});
