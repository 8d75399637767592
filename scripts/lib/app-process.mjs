import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from './operator-error.mjs';
import { PROJECT_ROOT, setting, toolEnvironment } from './project.mjs';
import { hasEnded, stopChild } from './run-tool.mjs';

/** Beyond the time that the process itself gives what is under way. */
const STOP_GRACE_MS = 15_000;
const LAST_MESSAGE_MS = 250;

/**
 * V8 of Node 20 leaves code in its slow tiers for long, so that the first thousands of runs after a start
 * cost twice what later ones do. Newer ones have a tier in between and need nothing
 * (docs/decisions/processes.md).
 */
const ENGINE_FLAGS = process.versions.v8.startsWith('11.')
  ? ['--always-sparkplug', '--interrupt-budget=10000']
  : [];

/**
 * For the C library (glibc): what is larger has pages of its own, which go back to the system at once. By
 * default it raises that limit with the largest block it has seen, and after one body of 10 MB keeps all like
 * it for itself.
 */
const ALLOCATION = {
  MALLOC_MMAP_THRESHOLD_: String(1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(4 * 1024 * 1024),
};

/** The environment of the product's own processes; `lib/platform/env.ts` reads exactly this. */
export function appEnvironment({ databaseUrl, dataFolder, secrets, port, host, mode }) {
  const given = Object.keys(ALLOCATION).some((name) => setting(name) !== undefined);
  return toolEnvironment({
    ...(given ? {} : ALLOCATION),
    NODE_ENV: mode,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataFolder,
    PORT: String(port),
    HOST: host,
    NEXTAUTH_URL: appUrl(port),
    WORKER: setting('WORKER') ?? 'inline',
    OUTBOUND_ALLOW: setting('OUTBOUND_ALLOW') ?? '',
    ...secrets,
  });
}

/** Where people open the product: NEXTAUTH_URL, else this machine. */
export function appUrl(port) {
  return setting('NEXTAUTH_URL') ?? `http://localhost:${port}`;
}

/**
 * Launches one of the product's processes, as `account` if that is given. `ready` resolves when it answers
 * and rejects when it ends before; `exited` resolves to `{exitCode, signal}`, and `gone` to the same once its
 * last message has been read too. `processId()` is how the database knows it. It is stopped when `lifetime`
 * ends.
 */
export function launchApp(lifetime, { name, args, env, account = {} }) {
  const child = spawn(process.execPath, [...ENGINE_FLAGS, ...args], {
    cwd: PROJECT_ROOT,
    env,
    ...account,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true, // Ctrl-C reaches us alone; we stop the process in order
  });
  let drainMs = 0;
  let processId = null;
  const stop = () => stopApp(child, drainMs + STOP_GRACE_MS, lifetime.impatience);
  lifetime.onEnd(stop);
  const exited = new Promise((resolve) =>
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal })),
  );
  const disconnected = new Promise((resolve) => child.once('disconnect', resolve));
  // The exit may be known before the last message is read: the channel's end comes after both. Node doesn't
  // tell of that end when the process had not read all that was sent to it.
  const gone = exited.then(async (end) => {
    await Promise.race([disconnected, delay(LAST_MESSAGE_MS)]);
    return end;
  });
  const ready = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.on('message', (message) => {
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
  return { ready, exited, gone, stop, child, pid: child.pid, processId: () => processId };
}

/** The second Ctrl-C lets the process close in good order too: it only waits for nothing any more. */
async function stopApp(child, graceMs, impatience) {
  // Each restart leaves one behind, which hears of no hurry.
  if (hasEnded(child)) return;
  const late = new AbortController();
  const hurry = () => {
    if (child.connected) child.send('give-up', () => {}); // it may have gone meanwhile
    setTimeout(() => late.abort(), STOP_GRACE_MS).unref();
  };
  impatience.addEventListener('abort', hurry, { once: true });
  if (impatience.aborted) hurry();
  await stopChild(child, { graceMs, signal: late.signal });
  impatience.removeEventListener('abort', hurry);
}
