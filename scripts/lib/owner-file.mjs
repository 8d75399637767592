import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processIdentity } from './process-identity.mjs';

const POLL_MS = 25;

/**
 * Claims a file for this process until `release()`, or until the process ends in any way. Returns null if a
 * living process owns it. `details` are stored with the claim, for its reader.
 */
export function claimFile(file, details = {}) {
  const claim = { pid: process.pid, identity: processIdentity(process.pid), ...details };
  const draft = `${file}.${randomUUID()}`;
  fs.writeFileSync(draft, JSON.stringify(claim), { mode: 0o600 });
  try {
    // link() is the atomic step: the file appears complete or not at all, and never replaces another.
    while (!linkIfAbsent(draft, file)) {
      if (readOwner(file)) return null;
      discardDeadClaim(file);
    }
  } finally {
    fs.rmSync(draft, { force: true });
  }
  return { release: () => releaseClaim(file) };
}

/** Returns the living owner's claim `{pid, …details}`, or null. */
export function readOwner(file) {
  const claim = readClaim(file);
  return claim && processIdentity(claim.pid) === claim.identity ? claim : null;
}

/**
 * Runs `work` while no other process holds the same file; `onWait(owner)` is called once if it must wait.
 * @template T
 * @param {string} file
 * @param {() => T | Promise<T>} work
 * @param {(owner: {pid: number} | null) => void} [onWait]
 * @returns {Promise<T>}
 */
export async function withFileLock(file, work, onWait = () => {}) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  let claim = claimFile(file);
  if (!claim) onWait(readOwner(file));
  while (!claim) {
    await delay(POLL_MS);
    claim = claimFile(file);
  }
  try {
    return await work();
  } finally {
    claim.release();
  }
}

function releaseClaim(file) {
  if (readClaim(file)?.pid === process.pid) fs.rmSync(file, { force: true });
}

/** Moves the claim aside before deleting it: a claim that another process made in between is restored. */
function discardDeadClaim(file) {
  const aside = `${file}.${randomUUID()}`;
  try {
    fs.renameSync(file, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  if (readOwner(aside)) linkIfAbsent(aside, file);
  fs.rmSync(aside, { force: true });
}

function linkIfAbsent(from, to) {
  try {
    fs.linkSync(from, to);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function readClaim(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}
