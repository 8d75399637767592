import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeArchive } from './backup-archive.mjs';
import { exportDatabase, keyFingerprint } from './backup-database.mjs';
import {
  findSecrets,
  findServer,
  loadSecrets,
  openDataFolder,
  secretsFile,
  storeSecrets,
} from './data-folder.mjs';
import { openDatabase, withClient } from './database.mjs';
import { OperatorError } from './operator-error.mjs';
import { prepare } from './prepare.mjs';
import { saying } from './progress.mjs';
import { loadEnvFile, requireSupportedNode, setting } from './project.mjs';
import { readHeader, restoreDatabase } from './restore-database.mjs';
import { withPrevious } from './start-checks/known-keys.mjs';
import { requireOwnContents, requireSound } from './start-checks/run-checks.mjs';

const MEGABYTE = 2 ** 20;

/** Commands that work on the database as a whole; the others are `lib/cli`'s. */
const BACKUP_COMMANDS = { backup: runBackup, restore: runRestore };

/** `backup --to FILE [--with-secrets]`, while Millrace runs or is stopped. */
async function runBackup(lifetime, args) {
  const { to, 'with-secrets': withSecrets } = read(args, {
    to: { type: 'string' },
    'with-secrets': { type: 'boolean' },
  });
  const file = required('--to', to);
  const dataFolder = openDataFolder();
  const secrets = loadSecrets(dataFolder);
  const { url } = await openDatabase(lifetime, dataFolder);
  // An older version is backed up as it is; a newer one is refused.
  await requireOwnContents({ url, secrets: withPrevious(secrets) });
  const progress = { table: '', rows: 0, bytes: 0 };
  const frames = (client) =>
    exportDatabase(client, {
      encryptionKey: secrets.ENCRYPTION_KEY,
      secrets: withSecrets ? secrets : null,
      progress,
    });
  const bytes = await saying(
    `Backing up to ${file}`,
    () => withClient(url, (client) => writeArchive(file, frames(client))),
    { soFar: () => `${progress.table}, ${megabytes(progress.bytes)} read` },
  );
  const keys = withSecrets
    ? 'It holds the secrets: whoever has the file can read everything in it.'
    : 'The secrets are not in it, and it is of no use without them: ' +
      `keep ENCRYPTION_KEY and NEXTAUTH_SECRET (${secretsFile(dataFolder)}, unless you give them) ` +
      'in another place, or add --with-secrets.';
  process.stdout.write(`${file}: ${progress.rows} rows, ${megabytes(bytes)}. ${keys}\n`);
}

/** `restore --from FILE`, into an empty database. */
async function runRestore(lifetime, args) {
  const { from } = read(args, { from: { type: 'string' } });
  const file = required('--from', from);
  const dataFolder = openDataFolder();
  const server = findServer(dataFolder);
  if (server)
    throw new OperatorError(`Millrace runs in this folder at ${server.url}: stop it, then restore.`);
  const header = await readHeader(file);
  settleSecrets(dataFolder, { header, file });
  const { url } = await openDatabase(lifetime, dataFolder);
  await requireSound({ url });
  const progress = { table: '', rows: 0 };
  await saying(
    `Restoring from ${file}`,
    () => withClient(url, (client) => restoreDatabase(client, { file, progress })),
    { soFar: () => `${progress.table}, ${progress.rows} rows before it` },
  );
  process.stdout.write(
    `Restored ${progress.rows} rows of ${header.createdAt}. ` +
      `Cursors of the logs that were given before are expired; ` +
      'what was queued or under way then goes on at the next start.\n',
  );
}

/** Checks that the present key, or the one in the archive, opens the backup's encrypted data. */
function settleSecrets(dataFolder, { header, file }) {
  if (findSecrets(dataFolder) === null) {
    if (!header.secrets) {
      throw new OperatorError(
        `${file} was made without its secrets: put the secrets.json of then into ${dataFolder}, ` +
          'or give ENCRYPTION_KEY and NEXTAUTH_SECRET.',
      );
    }
    storeSecrets(dataFolder, header.secrets);
  }
  const keys = [loadSecrets(dataFolder).ENCRYPTION_KEY, setting('ENCRYPTION_KEY_PREVIOUS')];
  if (keys.some((key) => key && keyFingerprint(key) === header.keyFingerprint)) return;
  throw new OperatorError(
    `${file} was made under another ENCRYPTION_KEY, and what it holds could not be read: ` +
      `put the secrets.json of then into ${dataFolder}, or give that key.`,
  );
}

/**
 * Runs the command if it is one of these. Resolves to true if it was.
 * @param {import('./lifetime.mjs').Lifetime} lifetime
 * @param {string[]} words
 */
export async function runBackupCommand(lifetime, [name = '', ...args]) {
  if (!Object.hasOwn(BACKUP_COMMANDS, name)) return false;
  requireSupportedNode();
  loadEnvFile();
  await prepare(lifetime);
  await BACKUP_COMMANDS[name](lifetime, args);
  return true;
}

/**
 * @template {Record<string, {type: 'string' | 'boolean'}>} Options
 * @param {string[]} args
 * @param {Options} options
 */
function read(args, options) {
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new OperatorError(error.message);
  }
}

function required(option, file) {
  if (!file) throw new OperatorError(`${option}: name a file.`);
  return path.resolve(process.env.INIT_CWD ?? '', file); // the folder in which npm was called
}

function megabytes(bytes) {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}
