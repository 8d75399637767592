import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

test.each([
  [[]],
  [['help']],
  [['bootstrap', '--help']],
  [['logs', 'retention', '-h']],
  [['backup', '--help']],
])('%j prints the list of commands, and starts nothing', (args) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-help-'));
  const DATA_DIR = path.join(folder, 'data');
  const { status, stdout } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, 'cli.mjs'), ...args],
    {
      encoding: 'utf8',
      env: { ...process.env, DATA_DIR, DATABASE_URL: '', ENCRYPTION_KEY: '', NEXTAUTH_SECRET: '' },
    },
  );
  expect(stdout).toMatch(/^Usage: npm run -s cli -- <command>/);
  expect(status).toBe(0);
  expect(fs.existsSync(DATA_DIR)).toBe(false);
  fs.rmSync(folder, { recursive: true });
});
