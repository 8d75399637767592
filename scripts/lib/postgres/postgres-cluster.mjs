import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { OperatorError } from '../operator-error.mjs';
import { makePrivateFolder, writePrivately, writePrivatelyOnce } from '../private-file.mjs';
import { giveTo, openForAccount } from './folder-handle.mjs';
import { serverEnvironment } from './postgres-binaries.mjs';

export const SUPERUSER = 'millrace';
const PASSWORD_BYTES = 24;

/** Returns the superuser's password from the cluster's folder; created at the first call. */
export function clusterPassword(folder) {
  const file = path.join(folder, 'password');
  if (!fs.existsSync(file)) writePrivatelyOnce(file, randomBytes(PASSWORD_BYTES).toString('base64url'));
  return fs.readFileSync(file, 'utf8').trim();
}

/**
 * Creates `folder/data` unless it exists. Built under another name and renamed when complete, so that a
 * power cut leaves nothing that looks like a database. Call it under the cluster's lock.
 */
export function createClusterOnce({ folder, native, account, password, durable }) {
  const data = path.join(folder, 'data');
  if (fs.existsSync(path.join(data, 'PG_VERSION'))) return data;
  for (const name of fs.readdirSync(folder)) {
    if (name.startsWith('new-')) fs.rmSync(path.join(folder, name), { recursive: true, force: true });
  }
  const draft = path.join(folder, `new-${randomUUID()}`);
  makePrivateFolder(draft);
  giveTo(account, draft);
  const passwordFile = path.join(folder, `new-password-${randomUUID()}`);
  writePrivately(passwordFile, `${password}\n`);
  giveTo(account, passwordFile);
  const made = initdb({ native, account, draft, passwordFile, durable });
  fs.rmSync(passwordFile);
  if (made.status !== 0) {
    fs.rmSync(draft, { recursive: true, force: true });
    throw explainInitFailure(made, folder);
  }
  fs.renameSync(draft, data);
  return data;
}

function initdb({ native, account, draft, passwordFile, durable }) {
  const { paths, stdio, close } = openForAccount(account, [draft, passwordFile]);
  const [cluster, passwordPath] = paths;
  const args = ['-D', cluster, '-U', SUPERUSER, '-A', 'scram-sha-256', `--pwfile=${passwordPath}`];
  if (!durable) args.push('--no-sync');
  args.push('-E', 'UTF8', '--locale=C', '--data-checksums');
  try {
    return spawnSync(path.join(native, 'bin/initdb'), args, {
      ...account,
      cwd: '/',
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe', ...stdio],
      env: serverEnvironment(),
    });
  } finally {
    close();
  }
}

function explainInitFailure(made, folder) {
  const words = (made.error?.message ?? made.stderr).trim();
  if (/No space left|Check free disk space/i.test(words)) {
    return new OperatorError(
      `The disk of ${folder} is full: free some space (200 MB at least) and start again.`,
    );
  }
  return new OperatorError(
    `${words}\nThe database in ${folder} could not be created: mend what its words above say, ` +
      'or set DATABASE_URL to a PostgreSQL of your own.',
  );
}
