import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSecretFiles } from './secret-files.mjs';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-secrets-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

function file(content: string): string {
  const name = path.join(folder, 'secret');
  fs.writeFileSync(name, content);
  return name;
}

test('a secret is read from the file that NAME_FILE names, without its line break', () => {
  const environment: NodeJS.ProcessEnv = { NODE_ENV: 'test', SMTP_URL_FILE: file('smtp://a:b@host\n') };
  readSecretFiles(environment);
  expect(environment).toEqual({ NODE_ENV: 'test', SMTP_URL: 'smtp://a:b@host' });
});

test('an empty NAME beside NAME_FILE counts as unset, and an empty NAME_FILE as none', () => {
  const environment: NodeJS.ProcessEnv = {
    NODE_ENV: 'test',
    METRICS_TOKEN: '',
    METRICS_TOKEN_FILE: file('a long enough token'),
    ENCRYPTION_KEY_FILE: '',
  };
  readSecretFiles(environment);
  expect(environment.METRICS_TOKEN).toBe('a long enough token');
  expect(environment.ENCRYPTION_KEY).toBeUndefined();
});

test.each([
  ['both set', 'secret', 'ENCRYPTION_KEY and ENCRYPTION_KEY_FILE are both set'],
  ['', '', 'because it is empty'],
  ['', 'one\ntwo', 'because it holds more than one line'],
  ['', 'x'.repeat(70_000), 'because it is too large for a secret'],
])('a file that can not be meant is refused in words (%#)', (given, content, words) => {
  const environment: NodeJS.ProcessEnv = {
    NODE_ENV: 'test',
    ENCRYPTION_KEY: given,
    ENCRYPTION_KEY_FILE: file(content),
  };
  expect(() => readSecretFiles(environment)).toThrow(words);
});

test('a missing file is named, a folder too', () => {
  const read = (name: string) => () => readSecretFiles({ NODE_ENV: 'test', DATABASE_URL_FILE: name });
  expect(read(path.join(folder, 'none'))).toThrow(
    /^DATABASE_URL_FILE=.*none can't be used, because there is no/,
  );
  expect(read(folder)).toThrow('because it is a folder');
});
