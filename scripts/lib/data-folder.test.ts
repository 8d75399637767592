import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { claimServer, loadSecrets, openDataFolder } from './data-folder.mjs';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-data-'));
  vi.stubEnv('NEXTAUTH_SECRET', '');
  vi.stubEnv('ENCRYPTION_KEY', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  fs.rmSync(folder, { recursive: true });
});

test('secrets are made once, 32 bytes each, readable by the owner alone', () => {
  const first = loadSecrets(folder);
  expect(loadSecrets(folder)).toEqual(first);
  expect(Buffer.from(first.ENCRYPTION_KEY, 'base64')).toHaveLength(32);
  expect(first.NEXTAUTH_SECRET).not.toBe(first.ENCRYPTION_KEY);
  expect(fs.statSync(path.join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(folder)).toEqual(['secrets.json']);
});

test('a secret of the environment wins over the stored one, which stays as it was', () => {
  const stored = loadSecrets(folder);
  vi.stubEnv('NEXTAUTH_SECRET', 'from the environment');
  expect(loadSecrets(folder)).toEqual({ ...stored, NEXTAUTH_SECRET: 'from the environment' });
});

test('nothing is written when the environment gives both secrets', () => {
  vi.stubEnv('NEXTAUTH_SECRET', 'a');
  vi.stubEnv('ENCRYPTION_KEY', 'b');
  loadSecrets(folder);
  expect(fs.readdirSync(folder)).toEqual([]);
});

test('damaged secrets are never replaced', () => {
  const file = path.join(folder, 'secrets.json');
  fs.writeFileSync(file, '{"NEXTAUTH_SECRET": "x"');
  expect(() => loadSecrets(folder)).toThrow(/is damaged: restore it from a backup/);
  expect(fs.readFileSync(file, 'utf8')).toBe('{"NEXTAUTH_SECRET": "x"');
});

test('lost secrets are not replaced while the data they encrypted is there', () => {
  const file = path.join(folder, 'secrets.json');
  fs.rmSync(file, { force: true });
  fs.mkdirSync(path.join(folder, 'postgres'));
  expect(() => loadSecrets(folder)).toThrow(/secrets\.json is missing.*restore it from a backup/);
  expect(fs.existsSync(file)).toBe(false);
});

test('the data folder is made with its parents', () => {
  const deep = path.join(folder, 'a/b/c');
  expect(openDataFolder(deep)).toBe(deep);
  expect(fs.readdirSync(deep)).toEqual([]);
});

test('a data folder that can not be written is refused in one sentence that names DATA_DIR', () => {
  const inTheWay = path.join(folder, 'file');
  fs.writeFileSync(inTheWay, '');
  expect(() => openDataFolder(path.join(inTheWay, 'data'))).toThrow(/a file is in the way.*DATA_DIR=/);
});

test.runIf(process.platform === 'linux')(
  'a folder that the system refuses to make is refused, not waited for',
  () => {
    expect(() => openDataFolder('/proc/millrace')).toThrow(/can not be created there|may not write there/);
  },
);

test.skipIf(process.getuid?.() === 0)('a read-only data folder is refused in one sentence', () => {
  fs.chmodSync(folder, 0o500);
  expect(() => openDataFolder(folder)).toThrow(/this user may not write there: .*DATA_DIR=/);
});

test('a folder has one server: the second learns where the first is', () => {
  const claim = claimServer(folder, 'http://localhost:4101');
  expect(() => claimServer(folder, 'http://localhost:4102')).toThrow(
    `Millrace already runs in this folder at http://localhost:4101 (process ${process.pid})`,
  );
  claim.release();
  claimServer(folder, 'http://localhost:4102').release();
});
