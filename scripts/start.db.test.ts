import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { patient } from './lib/machine-speed.mjs';
import { findFreePort } from './lib/ports.mjs';

/** The first one bundles the settings. */
const SLOW_MS = patient(120_000);

let folder: string;
let port: number;
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-check-'));
  port = await findFreePort();
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

/** Runs `npm start` with these arguments and settings on the tests' database. */
function start(args: string[], settings: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, 'start.mjs'), ...args],
    {
      encoding: 'utf8',
      env: { ...process.env, DATA_DIR: path.join(folder, 'data'), PORT: String(port), ...settings },
    },
  );
  return { status, stdout, stderr };
}

test(
  '--check makes all checks of a start, prints a line for each, and writes nothing',
  () => {
    const { status, stdout } = start(['--check']);
    expect(stdout).toContain(`ok       port: ${port} is free\n`);
    for (const name of ['settings', 'database', 'rights of the role', 'search path', 'ENCRYPTION_KEY'])
      expect(stdout).toMatch(new RegExp(`^ok {7}${name}`, 'm'));
    expect(status).toBe(0);
    expect(fs.readdirSync(folder)).toEqual([]);
  },
  SLOW_MS,
);

test(
  '--check says every fault, a line each, and ends with 1',
  () => {
    const key = Buffer.alloc(32, 7).toString('base64');
    const { status, stdout } = start(['--check'], {
      LOG_LEVEL: 'loud',
      GITHUB_CLIENT_ID: 'id',
      DATABASE_URL: 'postgresql://app:hush@127.0.0.1:1/none',
      ENCRYPTION_KEY: key,
    });
    expect(status).toBe(1);
    expect(stdout).toContain('fault    LOG_LEVEL must be one of debug, info, warn, error, silent.\n');
    expect(stdout).toMatch(/^fault {4}The database at 127\.0\.0\.1:1\/none can't be used, because nothing/m);
    expect(stdout).not.toContain('hush');
  },
  SLOW_MS,
);

test('an argument that there is not is refused, not ignored', () => {
  const { status, stderr } = start(['--chekc']);
  expect(status).toBe(1);
  expect(stderr).toContain('"npm start" takes only --check.');
});
