import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { OperatorError } from './operator-error.mjs';
import { claimFile, readOwner } from './owner-file.mjs';
import { makePrivateFile, writePrivatelyOnce } from './private-file.mjs';
import { dataFolderPath, setting } from './project.mjs';

const PRIVATE_FOLDER = 0o700;
const SECRET_BYTES = 32;

/**
 * Opens the folder of all persistent data. Creates it if absent, for its owner only; checks that it is writable.
 */
export function openDataFolder(folder = dataFolderPath()) {
  const absolute = path.resolve(folder);
  const probe = path.join(absolute, `.write-test-${process.pid}`);
  try {
    makeFolder(absolute);
    fs.writeFileSync(probe, '');
    fs.rmSync(probe);
  } catch (error) {
    throw explainUnwritable(absolute, error);
  }
  return absolute;
}

/** Replaces Node's own `mkdir -p`, which never returns if the parent refuses with ENOENT, as /proc does. */
function makeFolder(folder) {
  if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  makeFolder(path.dirname(folder));
  try {
    fs.mkdirSync(folder, PRIVATE_FOLDER);
  } catch (error) {
    if (error.code !== 'EEXIST' || !fs.statSync(folder).isDirectory()) throw error;
  }
}

/** Returns the claim of the folder's server, with its URL, while it runs; else null. */
export function findServer(dataFolder) {
  return readOwner(path.join(dataFolder, 'server.json'));
}

/**
 * Makes this process the only server of the folder; a second one gets an error with the first one's
 * address.
 */
export function claimServer(dataFolder, url) {
  const file = path.join(dataFolder, 'server.json');
  const claim = claimFile(file, { url });
  if (claim) return claim;
  const owner = readOwner(file);
  throw new OperatorError(
    `Millrace already runs in this folder at ${owner?.url} (process ${owner?.pid}): open that, ` +
      'or stop it before starting again.',
  );
}

/**
 * Returns the session and encryption secrets: from the environment if it has them, else from the folder's
 * `secrets.json` (mode 600), which is created once. Both are 32 random bytes in base64.
 */
export function loadSecrets(dataFolder) {
  const given = { NEXTAUTH_SECRET: setting('NEXTAUTH_SECRET'), ENCRYPTION_KEY: setting('ENCRYPTION_KEY') };
  if (given.NEXTAUTH_SECRET && given.ENCRYPTION_KEY) return given;
  const stored = readOrCreateSecrets(secretsFile(dataFolder));
  return {
    NEXTAUTH_SECRET: given.NEXTAUTH_SECRET ?? stored.NEXTAUTH_SECRET,
    ENCRYPTION_KEY: given.ENCRYPTION_KEY ?? stored.ENCRYPTION_KEY,
  };
}

/**
 * Returns the secrets that a start would use, without creating any: of the environment, else of the folder. One
 * that a start would create is absent.
 * @param {string} dataFolder
 * @returns {{NEXTAUTH_SECRET?: string, ENCRYPTION_KEY?: string}}
 */
export function peekSecrets(dataFolder) {
  const file = secretsFile(dataFolder);
  const stored = fs.existsSync(file) ? readOrCreateSecrets(file) : {};
  return {
    NEXTAUTH_SECRET: setting('NEXTAUTH_SECRET') ?? stored.NEXTAUTH_SECRET,
    ENCRYPTION_KEY: setting('ENCRYPTION_KEY') ?? stored.ENCRYPTION_KEY,
  };
}

/**
 * Returns the existing secrets without creating any: of the environment, else of the folder; null without
 * an ENCRYPTION_KEY.
 */
export function findSecrets(dataFolder) {
  const file = secretsFile(dataFolder);
  return setting('ENCRYPTION_KEY') || fs.existsSync(file) ? loadSecrets(dataFolder) : null;
}

/** Stores secrets from a backup, unless the folder has some. */
export function storeSecrets(dataFolder, secrets) {
  writePrivatelyOnce(secretsFile(dataFolder), formatSecrets(secrets));
}

export function secretsFile(dataFolder) {
  return path.join(dataFolder, 'secrets.json');
}

/** Refuses new secrets beside data that the lost ones encrypted, because they would only hide the loss. */
function requireNoData(file) {
  if (!fs.existsSync(path.join(path.dirname(file), 'postgres'))) return;
  throw new OperatorError(
    `${file} is missing, and the data beside it was encrypted with what it holds: ` +
      'restore it from a backup, or give ENCRYPTION_KEY and NEXTAUTH_SECRET.',
  );
}

function readOrCreateSecrets(file) {
  if (!fs.existsSync(file)) requireNoData(file);
  if (!fs.existsSync(file)) writePrivatelyOnce(file, formatSecrets(newSecrets()));
  makePrivateFile(file);
  const secrets = parseSecrets(fs.readFileSync(file, 'utf8'));
  if (secrets?.NEXTAUTH_SECRET && secrets.ENCRYPTION_KEY) return secrets;
  throw new OperatorError(
    `${file} is damaged: restore it from a backup, for the stored variables can't be read without it.`,
  );
}

function parseSecrets(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Returns secrets that nothing has used. */
export function newSecrets() {
  return { NEXTAUTH_SECRET: newSecret(), ENCRYPTION_KEY: newSecret() };
}

function formatSecrets(secrets) {
  return `${JSON.stringify(secrets, null, 2)}\n`;
}

function newSecret() {
  return randomBytes(SECRET_BYTES).toString('base64');
}

function explainUnwritable(folder, error) {
  const reasons = {
    EACCES: 'this user may not write there',
    EPERM: 'this user may not write there',
    EROFS: 'its disk is read-only',
    ENOSPC: 'its disk is full',
    ENOTDIR: 'a file is in the way',
    EEXIST: 'a file is in the way',
    ENOENT: 'it can not be created there',
  };
  const reason = reasons[error.code];
  if (!reason) return error;
  return new OperatorError(
    `The data folder ${folder} can't be used, because ${reason}: mend that, ` +
      'or name another with DATA_DIR=/path npm start.',
  );
}
