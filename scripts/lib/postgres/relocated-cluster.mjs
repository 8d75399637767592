import fs from 'node:fs';
import path from 'node:path';
import { OperatorError } from '../operator-error.mjs';
import { say } from '../progress.mjs';
import { readServer } from './postgres-pid-file.mjs';

const SAME_MOMENT_MS = 60_000;

/**
 * Earlier versions, started as root under a folder that other accounts may not enter, stored the database
 * in /var/lib/millrace, and its path in a file `elsewhere` in the data folder. Moves such a database into
 * that folder. A copied folder has the same file but owns no database: it is refused. Call it under the
 * cluster's lock.
 */
export function adoptRelocatedCluster(folder) {
  const pointer = path.join(folder, 'elsewhere');
  if (!fs.existsSync(pointer)) return;
  const away = fs.readFileSync(pointer, 'utf8').trim();
  const data = path.join(away, 'data');
  if (!fs.existsSync(path.join(data, 'PG_VERSION')) && !fs.existsSync(path.join(folder, 'data'))) {
    throw new OperatorError(
      `The database of ${folder} should lie in ${away} (the file "elsewhere" says so), ` +
        `and it isn't there: put it back, or delete ${pointer} to begin with an empty database.`,
    );
  }
  if (!fs.existsSync(path.join(folder, 'data'))) move({ folder, away, data, pointer });
  fs.rmSync(pointer);
  fs.rmSync(away, { recursive: true, force: true });
}

function move({ folder, away, data, pointer }) {
  requireStopped(data);
  requireOriginal({ folder, away, pointer });
  say(`· Moving the database from ${away} into ${folder}, where backups find it`);
  fs.cpSync(path.join(away, 'password'), path.join(folder, 'password'));
  // "new-…" is deleted at the next start if this does not finish
  const draft = path.join(folder, 'new-from-elsewhere');
  fs.rmSync(draft, { recursive: true, force: true });
  try {
    fs.renameSync(data, path.join(folder, 'data'));
  } catch (error) {
    if (error.code !== 'EXDEV') throw error;
    fs.cpSync(data, draft, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    fs.renameSync(draft, path.join(folder, 'data'));
  }
}

function requireStopped(data) {
  const server = readServer(data);
  if (!server) return;
  throw new OperatorError(
    `The database in ${data} is running (process ${server.pid}): stop the Millrace that uses it, ` +
      'then start again.',
  );
}

/**
 * File and database were created at the same moment; the file of a copied folder is younger, regardless of
 * its timestamps.
 */
function requireOriginal({ folder, away, pointer }) {
  const apart = fs.statSync(pointer).birthtimeMs - fs.statSync(away).birthtimeMs;
  if (Math.abs(apart) < SAME_MOMENT_MS) return;
  throw new OperatorError(
    `${folder} looks like a copy: it holds no database, only the name of another folder's in ${away}. ` +
      `To restore it, move ${away}/data and ${away}/password into ${folder} yourself ` +
      `and delete ${pointer}; to begin with an empty database, ` +
      `delete ${pointer} and set DATA_DIR to a new folder.`,
  );
}
