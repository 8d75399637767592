import fs from 'node:fs';
import path from 'node:path';
import { OperatorError } from '../operator-error.mjs';
import { LAID_OUT } from '../prepare.mjs';

const FOLDER = 0o755;
const FILE = 0o644;

/**
 * Copies files of `root` to the same places in `folder`, and writes `image.json` at the end, which marks the
 * folder as complete. Everybody may read it and only its owner may change it. Links stay links.
 * @param {{root: string, folder: string, files: string[]}} what `files` are relative to `root`
 * @returns {{version: string, files: number, bytes: number}} what `image.json` says
 */
export function layOut({ root, folder, files }) {
  requireEmpty(folder);
  let bytes = 0;
  for (const file of files) {
    const from = path.join(root, file);
    const to = path.join(folder, file);
    fs.mkdirSync(path.dirname(to), { recursive: true, mode: FOLDER });
    const stat = fs.lstatSync(from);
    if (stat.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(from), to);
    else {
      fs.copyFileSync(from, to, fs.constants.COPYFILE_FICLONE);
      fs.chmodSync(to, FILE);
      bytes += stat.size;
    }
  }
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  const image = { version, files: files.length, bytes };
  fs.writeFileSync(path.join(folder, LAID_OUT), `${JSON.stringify(image)}\n`, { mode: FILE });
  return image;
}

/** @throws OperatorError if there is something in the folder, because it would become part of the image */
function requireEmpty(folder) {
  if (fs.existsSync(folder) && fs.readdirSync(folder).length > 0)
    throw new OperatorError(`${folder} is not empty: name a new folder, or empty this one.`);
}
