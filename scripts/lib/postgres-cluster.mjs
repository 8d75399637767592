import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { OperatorError } from './operator-error.mjs';
import { SHARED_FOLDER } from './postgres-binaries.mjs';

export const SUPERUSER = 'millrace';
const PRIVATE_FILE = 0o600;
const PASS_THROUGH = 0o011; // may be entered, not listed
const PASSWORD_BYTES = 24;

/**
 * The folder of the cluster: `wanted`, unless it lies where the account of root's server can't pass. Then a shared one
 * under a random name that `wanted` remembers, so that moving or deleting the data folder still means what it says.
 */
export function clusterFolder(wanted, account) {
  fs.mkdirSync(wanted, { recursive: true });
  if (account.uid === undefined || canEnter(wanted, account)) return wanted;
  for (const own of [path.dirname(wanted), wanted]) fs.chmodSync(own, fs.statSync(own).mode | PASS_THROUGH);
  if (canEnter(wanted, account)) return wanted;
  const pointer = path.join(wanted, 'elsewhere');
  if (!fs.existsSync(pointer))
    fs.writeFileSync(pointer, `${path.join(SHARED_FOLDER, 'clusters', randomUUID())}\n`);
  const folder = fs.readFileSync(pointer, 'utf8').trim();
  fs.mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}

/** The superuser's password, from the cluster's folder; made at the first call. */
export function clusterPassword(folder) {
  const file = path.join(folder, 'password');
  if (!fs.existsSync(file)) {
    const draft = `${file}.${randomUUID()}`;
    fs.writeFileSync(draft, randomBytes(PASSWORD_BYTES).toString('base64url'), { mode: PRIVATE_FILE });
    fs.renameSync(draft, file);
  }
  return fs.readFileSync(file, 'utf8').trim();
}

/**
 * Creates `folder/data` unless it is there. Built under another name and renamed when whole, so that a power
 * cut in the middle leaves nothing that looks like a database. Call it under the cluster's lock.
 */
export function createClusterOnce({ folder, native, account, password, durable }) {
  const data = path.join(folder, 'data');
  if (fs.existsSync(path.join(data, 'PG_VERSION'))) return data;
  for (const name of fs.readdirSync(folder)) {
    if (name.startsWith('new-')) fs.rmSync(path.join(folder, name), { recursive: true, force: true });
  }
  const draft = path.join(folder, `new-${randomUUID()}`);
  fs.mkdirSync(draft, { mode: 0o700 });
  giveTo(account, draft);
  const passwordFile = path.join(folder, `new-password-${randomUUID()}`);
  fs.writeFileSync(passwordFile, `${password}\n`, { mode: PRIVATE_FILE });
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
  const args = [
    '-D',
    draft,
    '-U',
    SUPERUSER,
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '-E',
    'UTF8',
  ];
  if (!durable) args.push('--no-sync');
  return spawnSync(path.join(native, 'bin/initdb'), [...args, '--locale=C', '--data-checksums'], {
    ...account,
    cwd: '/',
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
}

function explainInitFailure(made, folder) {
  const words = (made.error?.message ?? made.stderr).trim();
  if (/No space left|Check free disk space/i.test(words)) {
    return new OperatorError(
      `The disk of ${folder} is full: free some space (200 MB at least) and start again.`,
    );
  }
  return new OperatorError(
    `${words}\nThe database in ${folder} could not be created: mend what its words above say, or set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

function canEnter(folder, account) {
  return (
    spawnSync('/bin/sh', ['-c', 'cd -- "$0"', folder], { ...account, cwd: '/', stdio: 'ignore' }).status === 0
  );
}

function giveTo(account, file) {
  if (account.uid !== undefined) fs.chownSync(file, account.uid, account.gid);
}
