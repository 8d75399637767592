import { setTimeout as delay } from 'node:timers/promises';
import { describeFailure, OperatorError } from './operator-error.mjs';
import { say } from './progress.mjs';

const PATIENCE = { firstPauseMs: 500, longestPauseMs: 30_000, settledAfterMs: 60_000, crashes: 6 };

/**
 * Keeps a process and its database running until `lifetime` ends; resolves to the exit code. What dies is
 * started again after a pause that doubles each time; what dies again and again without having run for a
 * while is given up, with the reason. A first start that fails is not tried again: somebody is there to read
 * why. `launch(databaseUrl)` is as `launchApp` answers; `onReady(app)` is called each time it is ready.
 */
export async function keepRunning(lifetime, { name, launch, database, onReady, patience = PATIENCE }) {
  const crashed = countCrashes(name, patience);
  let current = database;
  let app = launch(current.url);
  await app.ready;
  onReady(app);
  while (!lifetime.ending) {
    const end = await Promise.race([current.lost.then(() => null), app.exited]);
    if (lifetime.ending) break;
    if (end === null) {
      await crashed('The database stopped');
      const restarted = lifetime.ending ? current : await current.restart();
      const moved = restarted.url !== current.url;
      current = restarted;
      if (!moved) continue;
      await app.stop();
    } else {
      await crashed(`The ${name} stopped (${end.signal ?? `exit ${end.exitCode}`})`);
    }
    if (lifetime.ending) break;
    app = launch(current.url);
    await app.ready.then(
      () => onReady(app),
      (error) => say(describeFailure(error)), // it has exited: the next turn counts that
    );
  }
  return 0;
}

/** Waits before the next start, longer each time. @throws OperatorError when it is time to give up */
function countCrashes(name, { firstPauseMs, longestPauseMs, settledAfterMs, crashes }) {
  let inARow = 0;
  let lastAt = performance.now();
  return async (words) => {
    inARow = performance.now() - lastAt > settledAfterMs ? 1 : inARow + 1;
    if (inARow >= crashes) {
      throw new OperatorError(
        `${words} ${inARow} times in a row, so the ${name} is not started again: its own words are above; ` +
          'mend what they name, then start.',
      );
    }
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (inARow - 1));
    say(`${words} unexpectedly: starting again in ${(pauseMs / 1000).toFixed(1)} s …`);
    await delay(pauseMs);
    lastAt = performance.now();
  };
}
