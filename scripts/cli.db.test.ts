import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Runs `npm run -s cli -- …` in a new data folder. `made`: true if it was created. */
function cli(args: string[]) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-help-'));
  const DATA_DIR = path.join(folder, 'data');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, 'cli.mjs'), ...args],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        DATA_DIR,
        DATABASE_URL: '',
        ENCRYPTION_KEY: '',
        NEXTAUTH_SECRET: '',
        MILLRACE_API_KEY: '',
      },
    },
  );
  const made = fs.existsSync(DATA_DIR);
  fs.rmSync(folder, { recursive: true });
  return { status, stdout, stderr, made };
}

test.each([
  [[]],
  [['help']],
  [['bootstrap', '--help']],
  [['logs', 'retention', '-h']],
  [['backup', '--help']],
])('%j prints the list of commands, and starts nothing', (args) => {
  const { status, stdout, made } = cli(args);
  expect(stdout).toMatch(/^Usage: npm run -s cli -- <command>/);
  expect({ status, made }).toEqual({ status: 0, made: false });
});

test.each([
  [['serve'], 2, 'Unknown command "serve".'],
  [['logs', 'tail'], 2, 'Unknown command "logs tail".'],
  [['plan'], 2, 'Unknown command "plan".'],
  [['hold', '--workflow', 'x'], 1, 'MILLRACE_API_KEY must hold an API key'],
])('%j creates no database', (args, exitCode, words) => {
  const { status, stderr, made } = cli(args);
  expect(stderr).toContain(words);
  expect({ status, made }).toEqual({ status: exitCode, made: false });
});
