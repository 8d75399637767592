import { randomUUID } from 'node:crypto';
import fs from 'node:fs';

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/**
 * Writes a file that only its owner may read, completely or not at all: it is on the disk before it gets
 * its name.
 */
export function writePrivately(file, text) {
  const draft = `${file}.${randomUUID()}`;
  writeDurably(draft, text);
  fs.renameSync(draft, file);
}

/** Writes it unless it exists: if two processes write it at the same time, one of them wins for both. */
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

/** Creates a folder for its owner only, or closes an existing one to others. */
export function makePrivateFolder(folder) {
  fs.mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  closeToOthers(folder, PRIVATE_FOLDER);
}

/** Removes the access of group and others to a file, if it exists and this account owns it. */
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
