import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { inProject } from './project.mjs';

const NEVER_HASHED = /(^|\/)(node_modules|generated|\.next)$|\.(test|spec|bench)\.[cm]?tsx?$/;

/** Returns a digest of these files and folders, independent of dates, tests and generated code. */
export function contentDigest(entries, salt = '') {
  const hash = createHash('sha256').update(salt);
  const visit = (relative) => {
    const absolute = inProject(relative);
    const stat = fs.statSync(absolute, { throwIfNoEntry: false });
    if (!stat || NEVER_HASHED.test(relative)) return;
    if (stat.isDirectory()) {
      for (const name of fs.readdirSync(absolute).sort()) visit(path.posix.join(relative, name));
    } else {
      hash.update(`${relative}\0${stat.size}\0`).update(fs.readFileSync(absolute));
    }
  };
  for (const entry of entries) visit(entry);
  return hash.digest('hex');
}

/**
 * Returns true if the `result` of a product `{stamp, result, digest, make}` exists and has the same digest.
 */
export function isFresh({ stamp, result, digest }) {
  const file = inProject(stamp);
  return fs.existsSync(inProject(result)) && fs.existsSync(file) && fs.readFileSync(file, 'utf8') === digest;
}

/** Makes it again. The stamp is deleted first, so that a partial result is never taken for a complete one. */
export async function makeStamped({ stamp, digest, make }) {
  const file = inProject(stamp);
  fs.rmSync(file, { force: true });
  await make();
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, digest);
}
