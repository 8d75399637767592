import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/**
 * Distinguishes a living process from a later one with the same pid; null if none lives. A zombie counts as
 * dead: an orphan under an init that does not reap stays in the table permanently.
 */
export function processIdentity(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return process.platform === 'linux' ? identityFromProc(pid) : identityFromPs(pid);
}

export function isAlive(pid) {
  return processIdentity(pid) !== null;
}

/** Returns the command line of a process; empty if it has ended. */
export function commandLine(pid) {
  if (process.platform === 'linux') return readProc(pid, 'cmdline').replaceAll('\0', ' ').trim();
  return ps(pid, 'command=');
}

/** Returns the parent of a process; 0 if it has ended. */
export function parentOf(pid) {
  if (process.platform === 'linux') return Number(statFields(pid)[1] ?? 0);
  return Number(ps(pid, 'ppid='));
}

/**
 * Returns the running child processes of this one.
 * @returns {number[]}
 */
export function childrenOf(pid) {
  if (process.platform === 'linux') {
    const pids = fs.readdirSync('/proc').map(Number).filter(Number.isInteger);
    return pids.filter((other) => parentOf(other) === pid);
  }
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return rows.filter(([, parent]) => parent === pid).map(([other = 0]) => other);
}

function identityFromProc(pid) {
  const fields = statFields(pid);
  const state = fields[0];
  if (state === undefined || state === 'Z' || state === 'X') return null;
  const START_TIME = 19; // field 22 of proc(5), counted from the one after the command name
  return `${bootId()}:${fields[START_TIME]}`;
}

function identityFromPs(pid) {
  const line = ps(pid, 'stat=,lstart=');
  const [state = '', ...started] = line.split(/\s+/);
  return line === '' || state.startsWith('Z') ? null : started.join(' ');
}

/**
 * Returns the fields of /proc/PID/stat from the third one on, the state of the process; none if it has ended.
 * @returns {string[]}
 */
export function statFields(pid) {
  const stat = readProc(pid, 'stat');
  const afterName = stat.slice(stat.lastIndexOf(')') + 2); // the name itself may hold spaces and brackets
  return stat === '' ? [] : afterName.split(' ');
}

function bootId() {
  return fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}

function readProc(pid, name) {
  try {
    return fs.readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ESRCH' || error.code === 'EACCES') return '';
    throw error;
  }
}

function ps(pid, columns) {
  const answer = spawnSync('ps', ['-o', columns, '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  return answer.stdout?.trim() ?? '';
}
