import fs from 'node:fs';
import path from 'node:path';
import { OperatorError } from '../operator-error.mjs';
import { writePrivately } from '../private-file.mjs';

// The beginning of global/pg_control, unchanged since PostgreSQL 8.
const SYSTEM_IDENTIFIER_OFFSET = 0;
const STATE_OFFSET = 16;
const SHUT_DOWN = [1, 2];

/**
 * Detects a copied cluster: `place.json` beside the cluster contains the cluster's own number and its inode
 * at the last start. A cluster at another inode is a copy; one that was made while the original ran is
 * inconsistent, and PostgreSQL would start on it without an error. Call it under the cluster's lock, while
 * no server runs there. @throws OperatorError for a foreign cluster and for such a copy
 */
export function requireOwnCluster(folder) {
  const data = path.join(folder, 'data');
  const file = path.join(folder, 'place.json');
  const known = readPlace(file);
  const { system, isShutDown } = readControl(data);
  const inode = String(fs.statSync(data, { bigint: true }).ino);
  if (known && known.system !== system) {
    throw new OperatorError(
      `The database in ${folder} is not the one that this folder had (its number is ${system}, ` +
        `not ${known.system}): put the right one back, or delete ${file} if you exchanged it on purpose.`,
    );
  }
  if (known && known.inode !== inode && !isShutDown) {
    throw new OperatorError(
      `${folder} is a copy that was made while its database was running, and such a copy may be torn: ` +
        'stop the original and copy again, or use "npm run -s cli -- backup --to FILE" ' +
        `and "restore --from FILE". If it is no copy, delete ${file} and start again.`,
    );
  }
  if (known?.inode !== inode) writePrivately(file, `${JSON.stringify({ system, inode })}\n`);
}

function readPlace(file) {
  if (!fs.existsSync(file)) return null;
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function readControl(data) {
  const file = path.join(data, 'global/pg_control');
  const bytes = fs.existsSync(file) ? fs.readFileSync(file) : Buffer.alloc(0);
  if (bytes.length < STATE_OFFSET + 4)
    throw new OperatorError(`The database in ${data} is incomplete: restore it from a backup.`);
  return {
    system: String(bytes.readBigUInt64LE(SYSTEM_IDENTIFIER_OFFSET)),
    isShutDown: SHUT_DOWN.includes(bytes.readUInt32LE(STATE_OFFSET)),
  };
}
