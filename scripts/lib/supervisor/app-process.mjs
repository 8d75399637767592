import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { ENGINE_FLAGS, MEMORY_SETTINGS } from '../engine-flags.mjs';
import { OperatorError } from '../operator-error.mjs';
import { PROJECT_ROOT } from '../project.mjs';
import { hasEnded, stopChild } from '../run-tool.mjs';

/** Added to the time that the process itself gives to its pending work. */
const STOP_GRACE_MS = 15_000;
const LAST_MESSAGE_MS = 250;

/** The file descriptor behind standard input and output and Node's own channel. */
const STANDSTILLS_FD = 4;
/** Tells a process where its watcher reports that its event loop stands still. */
export const REPORTS_STANDSTILLS = `--standstills=${STANDSTILLS_FD}`;

/**
 * A message from a process to its supervisor.
 * @typedef {{type: 'ready', url: string, drainMs: number, processId?: string}
 *   | {type: 'warm'} | {type: 'fatal', message: string}} FromProcess
 */

/**
 * Launches one of the product's processes, as `account` if that is given. `ready` resolves when it responds
 * and rejects if it ends before; `exited` resolves to `{exitCode, signal}`, and `gone` to the same once its
 * last message has been read too. `stoodStill` resolves when its event loop stands still, `warm` when a spare
 * process has loaded all it needs. `processId()` is its id in the database. It is stopped when `lifetime`
 * ends. `giveUp()` makes its stop wait for nothing more.
 */
export function launchApp(lifetime, { name, args, env, account = {} }) {
  const child = spawn(process.execPath, [...ENGINE_FLAGS, ...args], {
    cwd: PROJECT_ROOT,
    env: { ...MEMORY_SETTINGS, ...env },
    ...account,
    // A process whose event loop stands still can't use Node's channel: its watcher writes to one of its own.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc', 'pipe'],
    detached: true, // Ctrl-C reaches only the supervisor, which stops the process in order
  });
  let drainMs = 0;
  /** @type {string | null} */
  let processId = null;
  const giving = new AbortController();
  const impatience = AbortSignal.any([lifetime.impatience, giving.signal]);
  const stop = () => stopApp(child, drainMs + STOP_GRACE_MS, impatience);
  lifetime.onEnd(stop);
  const exited = new Promise((resolve) =>
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal })),
  );
  const disconnected = new Promise((resolve) => child.once('disconnect', resolve));
  // The exit may be known before the last message is read: the channel's end comes after both. Node does
  // not report that end if the process had unread messages.
  const gone = exited.then(async (end) => {
    await Promise.race([disconnected, delay(LAST_MESSAGE_MS)]);
    return end;
  });
  const stoodStill = new Promise((resolve) => {
    child.stdio[STANDSTILLS_FD]?.once('data', resolve).on('error', () => {}); // its end is handled below
  });
  const warm = new Promise((resolve) => {
    child.on('message', (/** @type {FromProcess} */ { type }) => type === 'warm' && resolve(null));
  });
  const ready = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.on('message', (/** @type {FromProcess} */ message) => {
      if (message.type === 'ready') {
        drainMs = message.drainMs;
        processId = message.processId ?? null;
        resolve(message.url);
      }
      if (message.type === 'fatal') reject(new OperatorError(message.message));
    });
    gone.then(({ exitCode, signal }) =>
      reject(
        new OperatorError(
          `The ${name} stopped while starting (${signal ?? `exit ${exitCode}`}): its own words are above.`,
        ),
      ),
    );
  });
  const giveUp = () => giving.abort();
  return {
    ready,
    exited,
    gone,
    stoodStill,
    warm,
    stop,
    giveUp,
    child,
    pid: child.pid,
    processId: () => processId,
  };
}

/** Stops the process; after the second Ctrl-C it still closes gracefully, but waits for nothing. */
async function stopApp(child, graceMs, impatience) {
  // Each restart leaves an ended process behind, which needs no signal.
  if (hasEnded(child)) return;
  const late = new AbortController();
  const hurry = () => {
    if (child.connected) child.send('give-up', () => {}); // it may have ended in the meantime
    setTimeout(() => late.abort(), STOP_GRACE_MS).unref();
  };
  impatience.addEventListener('abort', hurry, { once: true });
  if (impatience.aborted) hurry();
  await stopChild(child, { graceMs, signal: late.signal });
  impatience.removeEventListener('abort', hurry);
}
