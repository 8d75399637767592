import { randomUUID } from 'node:crypto';
import fs from 'node:fs';

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/**
 * Writes a file that its owner alone may read, whole or not at all: it is on the disk before it gets its
 * name.
 */
export function writePrivately(file, text) {
  const draft = `${file}.${randomUUID()}`;
  writeDurably(draft, text);
  fs.renameSync(draft, file);
}

/** The same, unless the file is there already: of two processes that write it at once one wins for both. */
export function writePrivatelyOnce(file, text) {
  const draft = `${file}.${randomUUID()}`;
  writeDurably(draft, text);
  try {
    fs.linkSync(draft, file);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  } finally {
    fs.rmSync(draft);
  }
}

/** Makes a folder for its owner alone, or closes one that is there. */
export function makePrivateFolder(folder) {
  fs.mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  closeToOthers(folder, PRIVATE_FOLDER);
}

/** Takes from group and others what they may do with a file, if there is one and it is ours. */
export function makePrivateFile(file) {
  if (fs.existsSync(file)) closeToOthers(file, PRIVATE_FILE);
}

function closeToOthers(file, mode) {
  const { uid, mode: found } = fs.statSync(file);
  if ((found & 0o077) !== 0 && [uid, 0].includes(process.getuid?.() ?? -1)) fs.chmodSync(file, mode);
}

function writeDurably(file, text) {
  const descriptor = fs.openSync(file, 'wx', PRIVATE_FILE);
  try {
    fs.writeSync(descriptor, text);
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}
