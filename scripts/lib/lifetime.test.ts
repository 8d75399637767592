import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-lifetime-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const LIFETIME = path.join(import.meta.dirname, 'lifetime.mjs');
/** A command whose end takes a while, and leaves a file. */
const COMMAND = `
import fs from 'node:fs';
import { runCommand } from ${JSON.stringify(LIFETIME)};
runCommand((lifetime) => {
  lifetime.onEnd(() => new Promise((resolve) => setTimeout(resolve, 300)));
  lifetime.onEnd(() => fs.writeFileSync('ending', ''));
  process.on('exit', () => fs.writeFileSync('ended', ''));
  process.stdout.write('running');
  return new Promise(() => setInterval(() => {}, 1000));
});`;

/** npm, once the command of this script runs under it. */
async function underNpm(script: string) {
  fs.writeFileSync(path.join(folder, 'command.mjs'), COMMAND);
  fs.writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'command', version: '1.0.0', scripts: { start: script } }),
  );
  const npm = spawn('npm', ['run', '-s', 'start'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = once(npm, 'exit');
  await once(npm.stdout, 'data');
  return { npm, exited };
}

const has = (name: string) => fs.existsSync(path.join(folder, name));

test('npm ends after the command, so that as process 1 of a container it takes nothing with it', async () => {
  const { npm, exited } = await underNpm('exec node command.mjs');
  npm.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  expect(has('ended')).toBe(true);
});

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'the end of npm by %s ends the command in order',
  async (signal) => {
    const { npm, exited } = await underNpm('node command.mjs');
    npm.kill(signal);
    await exited;
    await expect.poll(() => has('ended')).toBe(true);
    expect(has('ending')).toBe(true);
  },
);

test('the commands that serve have no shell between npm and themselves', () => {
  const { scripts } = JSON.parse(
    fs.readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8'),
  );
  for (const name of ['start', 'dev', 'worker']) expect(scripts[name]).toMatch(/^exec node /);
});
