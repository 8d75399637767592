import { launchApp, REPORTS_STANDSTILLS } from './app-process.mjs';
import { createEndedProcesses } from './ended-processes.mjs';
import { openFrontDoor } from './front-door.mjs';
import { createLeaving } from './leaving.mjs';
import { createRestartCount } from './restart-count.mjs';
import { createSiblings } from './siblings.mjs';
import { keepRunning } from './supervise.mjs';
import { createWarmSpare } from './warm-spare.mjs';

/** Handed to a single process without waiting for it: nobody else could take them. */
const CONNECTIONS_AT_ONCE = 64;

/**
 * The entry of this room: runs the processes of the product, and restarts those that die, until `lifetime`
 * ends. They share the port of `address`; several query each other, and take over the runs of one that died.
 * @param {import('../lifetime.mjs').Lifetime} lifetime
 * @param {{
 *   name: string, args: string[], count?: number, hasSpare?: boolean, leaveMs?: number,
 *   address?: {port: number, host: string}, environment(databaseUrl: string): NodeJS.ProcessEnv, account?: {uid?: number, gid?: number},
 *   database: {url: string, lost: Promise<unknown>, restart?(): Promise<any>},
 *   onReady(app: {pid?: number}, number: number): void,
 * }} app `onReady` is called each time that a process answers. `hasSpare`: another one is kept warm. `leaveMs`:
 * how long a stop accepts connections while nothing is ready any more. Without an address each process listens
 * itself, if at all
 * @returns {Promise<number>} the exit code
 */
export async function runApp(
  lifetime,
  { name, args, count = 1, hasSpare = false, leaveMs = 0, address, environment, account, database, onReady },
) {
  const together = lifetime.together();
  const door =
    address === undefined
      ? null
      : await openDoor(lifetime, { ...address, atOnce: count === 1 ? CONNECTIONS_AT_ONCE : 1 });
  const leaving = createLeaving(lifetime, door === null ? 0 : leaveMs);
  const siblings = createSiblings();
  const ended = createEndedProcesses();
  const restarts = createRestartCount(count);
  const launch = (databaseUrl, number, ...more) => {
    const place = door === null ? [] : [`--process=${number}/${count}`];
    const env = environment(databaseUrl);
    const all = [...args, REPORTS_STANDSTILLS, ...place, ...more];
    const app = launchApp(together, { name, args: all, env, account });
    return door?.guard(app) ?? app;
  };
  const spare = hasSpare ? createWarmSpare(lifetime, (url) => launch(url, 1, '--spare')) : null;
  return keepRunning(lifetime, {
    name,
    launch: (url, number) => spare?.take(url) ?? launch(url, number),
    database,
    count,
    onReady: (app, number, databaseUrl) => {
      if (count > 1) siblings.join(app);
      ended.join(app);
      leaving.join(app);
      restarts.join(app);
      door?.admit(app);
      spare?.prepare(databaseUrl);
      onReady(app, number);
    },
  });
}

/** Opens the port of all processes, which is closed before any of them is stopped. */
function openDoor(lifetime, address) {
  return lifetime.acquire(
    () => openFrontDoor(address),
    (door) => door.close(),
  );
}
