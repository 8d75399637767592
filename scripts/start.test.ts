import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-start-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

/** Runs `npm start` with these settings to its end. */
async function start(settings: Record<string, string>) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'start.mjs')], {
    env: { ...process.env, HOST: '', DATABASE_URL: '', NEXTAUTH_URL: '', DATA_DIR: folder, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  child.stderr.on('data', (chunk) => (words += chunk));
  const [exitCode] = await once(child, 'close');
  return { exitCode, words: words.trim() };
}

test('a taken port ends the start at once, in one sentence, before anything is written', async () => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  const { exitCode, words } = await start({ PORT: String(port) });
  server.close();
  expect(exitCode).toBe(1);
  expect(words).toBe(
    `Port ${port} is taken by another program: stop that one, ` +
      `or choose another with PORT=${port + 1} npm start.`,
  );
  expect(fs.readdirSync(folder)).toEqual([]);
});

test('a port that is none ends the start in one sentence', async () => {
  expect(await start({ PORT: '70000' })).toEqual({
    exitCode: 1,
    words: 'PORT=70000 is not a port: give a whole number from 1 to 65535, such as 3000.',
  });
});

test('a data folder that can not be made ends the start in one sentence', async () => {
  fs.writeFileSync(path.join(folder, 'file'), '');
  const { exitCode, words } = await start({ DATA_DIR: path.join(folder, 'file/data') });
  expect(exitCode).toBe(1);
  expect(words).toMatch(/^The data folder .* can't be used, because a file is in the way: .* npm start\.$/);
});
