import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FORMAT, frame, writeArchive } from './lib/backup-archive.mjs';
import { keyFingerprint } from './lib/backup-database.mjs';

const KEY = randomBytes(32).toString('base64');
const SECRETS = { ENCRYPTION_KEY: KEY, NEXTAUTH_SECRET: 'a secret' };

let folder: string;
let file: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-cli-'));
  file = path.join(folder, 'millrace.backup');
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

/** `npm run -s cli -- …` in a new data folder; no database answers at DATABASE_URL. */
function cli(args: string[], settings: Record<string, string> = {}) {
  const { status, stderr } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, 'cli.mjs'), ...args],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        DATA_DIR: path.join(folder, 'data'),
        DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
        ENCRYPTION_KEY: '',
        NEXTAUTH_SECRET: '',
        ...settings,
      },
    },
  );
  return { status, words: stderr.trim() };
}

async function writeBackup(more = {}) {
  const header = { format: FORMAT, keyFingerprint: keyFingerprint(KEY), migrations: [], ...more };
  await writeArchive(file, [frame('header', header), frame('end', {})]);
}

const kept = () => path.join(folder, 'data/secrets.json');

test('a backup without its secrets is not restored under new ones', async () => {
  await writeBackup();
  const { status, words } = cli(['restore', '--from', file]);
  expect(status).toBe(1);
  expect(words).toMatch(
    /was made without its secrets: put the secrets\.json of then into .*, or give ENCRYPTION_KEY/,
  );
  expect(fs.existsSync(kept())).toBe(false);
});

test('a backup is not restored under another key', async () => {
  await writeBackup();
  const other = { ENCRYPTION_KEY: randomBytes(32).toString('base64'), NEXTAUTH_SECRET: 'x' };
  expect(cli(['restore', '--from', file], other).words).toMatch(/was made under another ENCRYPTION_KEY/);
});

test('secrets that came with a backup are kept for their owner alone', async () => {
  await writeBackup({ secrets: SECRETS });
  expect(cli(['restore', '--from', file]).words).toContain('nothing answers there');
  expect(JSON.parse(fs.readFileSync(kept(), 'utf8'))).toEqual(SECRETS);
  expect(fs.statSync(kept()).mode & 0o777).toBe(0o600);
  expect(fs.statSync(path.dirname(kept())).mode & 0o777).toBe(0o700);
});

test('mistakes are answered in one sentence', async () => {
  expect(cli(['backup'])).toEqual({ status: 1, words: '--to: name a file.' });
  expect(cli(['restore', '--from', file])).toEqual({ status: 1, words: `There is no file ${file}.` });
  fs.writeFileSync(file, 'Dear diary');
  expect(cli(['restore', '--from', file]).words).toMatch(
    /is damaged or incomplete: nothing of it was restored/,
  );
});
