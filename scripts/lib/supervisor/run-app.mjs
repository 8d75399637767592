import { launchApp } from './app-process.mjs';
import { createEndedProcesses } from './ended-processes.mjs';
import { openFrontDoor } from './front-door.mjs';
import { createSiblings } from './siblings.mjs';
import { keepRunning } from './supervise.mjs';

/**
 * The entry of this room: runs the processes of the product, and restarts those that die, until `lifetime`
 * ends. Several share the port of `address`, query each other, and take over the runs of one that died.
 * @param {import('../lifetime.mjs').Lifetime} lifetime
 * @param {{
 *   name: string, args: string[], count?: number, address?: {port: number, host: string},
 *   environment(databaseUrl: string): NodeJS.ProcessEnv, account?: {uid?: number, gid?: number},
 *   database: {url: string, lost: Promise<unknown>, restart?(): Promise<any>},
 *   onReady(app: {pid?: number}, number: number): void,
 * }} app `onReady` is called each time that a process answers
 * @returns {Promise<number>} the exit code
 */
export async function runApp(
  lifetime,
  { name, args, count = 1, address, environment, account, database, onReady },
) {
  const together = lifetime.together();
  const door = count === 1 ? null : await openDoor(lifetime, address);
  const siblings = createSiblings();
  const ended = createEndedProcesses();
  const launch = (databaseUrl, number) => {
    const place = count === 1 ? [] : [`--process=${number}/${count}`];
    const env = environment(databaseUrl);
    const app = launchApp(together, { name, args: [...args, ...place], env, account });
    return door?.guard(app) ?? app;
  };
  return keepRunning(lifetime, {
    name,
    launch,
    database,
    count,
    onReady: (app, number) => {
      if (count > 1) siblings.join(app);
      ended.join(app);
      door?.admit(app);
      onReady(app, number);
    },
  });
}

/** Opens the port of several processes, which is closed before any of them is stopped. */
function openDoor(lifetime, address) {
  return lifetime.acquire(
    () => openFrontDoor(address),
    (door) => door.close(),
  );
}
