import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimFile, readOwner, withFileLock } from './owner-file.mjs';
import { isAlive } from './process-identity.mjs';

let file: string;
beforeEach(() => {
  file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-claim-')), 'claim');
});
afterEach(() => fs.rmSync(path.dirname(file), { recursive: true }));

/** A process that claims the file, says so, and lives until it is killed. */
async function otherOwner() {
  const module = new URL('./owner-file.mjs', import.meta.url).href;
  const script = `import { claimFile } from ${JSON.stringify(module)};
    claimFile(process.argv[1], { url: 'there' }); process.send('claimed'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, file], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return child;
}

test('a claim holds while its process lives, and is the next’s when it is killed', async () => {
  const child = await otherOwner();
  expect(claimFile(file)).toBeNull();
  expect(readOwner(file)).toMatchObject({ pid: child.pid, url: 'there' });
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(readOwner(file)).toBeNull();
  const claim = claimFile(file);
  expect(readOwner(file)).toMatchObject({ pid: process.pid });
  claim?.release();
  expect(fs.readdirSync(path.dirname(file))).toEqual([]);
});

test('a claim of an earlier process with the same pid is no claim', () => {
  fs.writeFileSync(file, JSON.stringify({ pid: process.pid, identity: 'an earlier start' }));
  expect(readOwner(file)).toBeNull();
  expect(claimFile(file)).not.toBeNull();
});

test('an unreadable claim does not block for ever', () => {
  fs.writeFileSync(file, '{"pid":');
  expect(claimFile(file)).not.toBeNull();
});

test('a lock lets one in at a time', async () => {
  let inside = 0;
  let most = 0;
  const work = () =>
    withFileLock(file, async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
    });
  await Promise.all([work(), work(), work()]);
  expect(most).toBe(1);
  expect(fs.existsSync(file)).toBe(false);
});

test('processes that live are told from those that do not', () => {
  expect(isAlive(process.pid)).toBe(true);
  expect(isAlive(2 ** 22 + 1)).toBe(false);
});
