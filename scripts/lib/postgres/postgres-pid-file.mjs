import fs from 'node:fs';
import path from 'node:path';
import { commandLine, isAlive } from '../process-identity.mjs';

const LINE = { pid: 0, port: 3, status: 7 }; // lines of postmaster.pid, documented by PostgreSQL

/**
 * Returns the server that runs on the cluster, `{pid, port, ready, stopping}`, or null. One that is stopping
 * accepts no new connections, and may wait for the old ones to end.
 */
export function readServer(data) {
  const lines = pidFileLines(data);
  const pid = Number(lines?.[LINE.pid]);
  if (!lines || !isServerOf(pid, data)) return null;
  const status = lines[LINE.status]?.trim();
  return { pid, port: Number(lines[LINE.port]), ready: status === 'ready', stopping: status === 'stopping' };
}

/**
 * Removes a pid file whose pid now belongs to another process or to a zombie: PostgreSQL would take it for
 * a live server and refuse permanently. A dead pid is left alone, because PostgreSQL handles that with more
 * checks.
 */
export function discardForeignPidFile(data) {
  const pid = Number(pidFileLines(data)?.[LINE.pid]);
  if (!pid || isServerOf(pid, data) || !inProcessTable(pid)) return;
  if (backendsOf(data).length > 0) return;
  fs.rmSync(path.join(data, 'postmaster.pid'), { force: true });
}

/** Every process of a server has its cluster as working folder; its command line may name another. */
function isServerOf(pid, data) {
  if (!isAlive(pid)) return false;
  const command = commandLine(pid);
  if (!command.includes('postgres')) return false;
  return process.platform === 'linux' ? workingFolder(pid) === fs.realpathSync(data) : command.includes(data);
}

function inProcessTable(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Returns server processes that outlived their postmaster; each has the cluster as its working folder. */
function backendsOf(data) {
  if (process.platform !== 'linux') return [];
  const folder = fs.realpathSync(data);
  return fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name) && workingFolder(name) === folder);
}

function workingFolder(pid) {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`);
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'EACCES' || error.code === 'ESRCH') return null;
    throw error;
  }
}

function pidFileLines(data) {
  try {
    return fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}
