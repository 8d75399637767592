import { spawn } from 'node:child_process';
import { PROJECT_ROOT, toolEnvironment } from './project.mjs';

const KEPT_OUTPUT_BYTES = 400_000;
const TERM_GRACE_MS = 5_000;

/**
 * @typedef {{first?: NodeJS.Signals, graceMs?: number, signal?: AbortSignal}} StopOptions
 * @typedef {{env?: Record<string, string>, cwd?: string, timeoutMs?: number, stop?: StopOptions}} ToolOptions
 */

/**
 * Runs a program to its end and stores its output (the last 400 kB, stdout and stderr in order). Ends it
 * when `lifetime` ends or `timeoutMs` is over. Resolves to `{exitCode, output}`; rejects if the program
 * cannot start.
 * @param {import('./lifetime.mjs').Lifetime} lifetime
 * @param {string} command
 * @param {string[]} args
 * @param {ToolOptions} [options]
 * @returns {Promise<{exitCode: number, output: string}>}
 */
export async function runTool(lifetime, command, args, options = {}) {
  const { env = {}, cwd = PROJECT_ROOT, timeoutMs, stop = {} } = options;
  const child = spawn(command, args, { cwd, env: toolEnvironment(env), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const keep = (chunk) => {
    output = (output + chunk).slice(-KEPT_OUTPUT_BYTES);
  };
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  const outOfTime = () => {
    keep(`\nstopped after ${(timeoutMs ?? 0) / 1000} s without an end`);
    stopChild(child, stop);
  };
  const timer = timeoutMs && setTimeout(outOfTime, timeoutMs);
  const closed = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => {
      clearTimeout(timer);
      resolve({ exitCode: exitCode ?? 1, output });
    });
  });
  lifetime.onEnd(() => stopChild(child, { ...stop, signal: lifetime.impatience }));
  return closed;
}

/**
 * Runs a JavaScript file with the current Node.
 * @param {import('./lifetime.mjs').Lifetime} lifetime
 * @param {string} script
 * @param {string[]} args
 * @param {ToolOptions} [options]
 */
export function runNode(lifetime, script, args, options) {
  return runTool(lifetime, process.execPath, [script, ...args], options);
}

/**
 * Returns true if a child has ended, or never started.
 * @param {Pick<import('node:child_process').ChildProcess, 'pid' | 'exitCode' | 'signalCode'>} child
 */
export const hasEnded = ({ pid, exitCode, signalCode }) =>
  pid === undefined || exitCode !== null || signalCode !== null;

/**
 * Sends SIGTERM, or the signal `first`, then SIGKILL when the grace is over or `signal` aborts; resolves when
 * the process has ended.
 * @param {import('node:child_process').ChildProcess} child
 * @param {StopOptions} [options]
 */
export async function stopChild(child, { first = 'SIGTERM', graceMs = TERM_GRACE_MS, signal } = {}) {
  if (hasEnded(child)) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const kill = () => child.kill('SIGKILL');
  const timer = setTimeout(kill, graceMs);
  signal?.addEventListener('abort', kill, { once: true });
  child.kill(first);
  await gone;
  clearTimeout(timer);
  signal?.removeEventListener('abort', kill);
}
