import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findAccount } from './accounts.mjs';
import { PROJECT_ROOT } from './project.mjs';

const isRoot = process.getuid?.() === 0;
let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-account-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

/** Calls `chooseAccount` in a clone at `root`, which holds the files that it checks. */
function choose(root: string, settings: Record<string, string> = {}, options = {}) {
  for (const part of ['scripts', 'prisma', 'package.json'])
    fs.cpSync(path.join(PROJECT_ROOT, part), path.join(root, part), { recursive: true });
  const module = path.join(root, 'scripts/lib/app-account.mjs');
  const code = `import(${JSON.stringify(module)}).then(({ chooseAccount }) =>
    console.log(JSON.stringify(chooseAccount(${JSON.stringify(options)}))),
    (error) => console.log(error.message))
    .catch((error) => console.log(error.message))`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', code], {
    encoding: 'utf8',
    env: { ...process.env, RUN_AS: '', ...settings },
  });
  return { chosen: stdout.trim(), warning: stderr.trim() };
}

test.runIf(isRoot)('started as root the product runs as nobody', () => {
  fs.chmodSync(folder, 0o755);
  expect(choose(folder)).toEqual({ chosen: JSON.stringify(findAccount('nobody')), warning: '' });
});

test.runIf(isRoot)('started as root in someone’s clone it runs as that account', () => {
  fs.chownSync(folder, 12345, 12345);
  expect(choose(folder)).toEqual({ chosen: '{"uid":12345,"gid":12345}', warning: '' });
});

test.runIf(isRoot)('where nobody can read the clone it stays root and says so', () => {
  const { chosen, warning } = choose(folder);
  expect(chosen).toBe('{}');
  expect(warning).toMatch(
    /^Warning: Millrace runs as root, because an ordinary account can't run it \(.*EACCES/,
  );
});

test.runIf(isRoot)('an account that was asked for and can’t run it is refused', () => {
  expect(choose(folder, { RUN_AS: 'nobody' }).chosen).toMatch(/^Millrace can't run as nobody: .*EACCES/);
  expect(choose(folder, { RUN_AS: 'no-such-account' }).chosen).toMatch(
    /^RUN_AS=no-such-account is no account/,
  );
});

test.runIf(isRoot)('RUN_AS=root stays root without a warning', () => {
  expect(choose(folder, { RUN_AS: 'root' })).toEqual({ chosen: '{}', warning: '' });
});

test.skipIf(isRoot)('started as an ordinary user it stays that user, and RUN_AS is refused', () => {
  expect(choose(folder)).toEqual({ chosen: '{}', warning: '' });
  expect(choose(folder, { RUN_AS: 'nobody' }).chosen).toMatch(/^RUN_AS=nobody needs root/);
});
