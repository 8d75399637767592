import { setTimeout as delay } from 'node:timers/promises';
import { describeFailure, OperatorError } from '../operator-error.mjs';
import { say } from '../progress.mjs';

/** The number of times that a database is started again for processes that are ending. */
const DRAIN_RESTARTS = 3;

/** A process with a blocked event loop ends itself with this signal, which is not a failed start. */
const STOOD_STILL = 'SIGALRM';

const PATIENCE = { firstPauseMs: 500, longestPauseMs: 30_000, settledAfterMs: 60_000, crashes: 6 };

/**
 * Keeps `count` processes and their database running until `lifetime` ends; resolves to the exit code. A
 * process that dies is restarted after a pause that doubles each time; one that dies repeatedly without
 * having run for a while is given up, with the reason, unless another process does the work in the
 * meantime. A process whose event loop stands still is replaced immediately, and asked to stop: if it goes on,
 * it ends what it has begun, and otherwise it ends itself. A failed first start is not repeated: a person is
 * there to read why. `launch(databaseUrl, number)` returns the same as `launchApp`; `onReady(app, number,
 * databaseUrl)` is called each time one is ready.
 */
export async function keepRunning(
  lifetime,
  { name, launch, database, onReady, count = 1, patience = PATIENCE },
) {
  let current = database;
  /** @type {Array<{number: number, isReady: boolean, url?: string, app?: any}>} */
  const places = Array.from({ length: count }, (_, index) => ({ number: index + 1, isReady: false }));

  async function start(place) {
    place.url = current.url;
    place.app = launch(place.url, place.number);
    await place.app.ready;
    place.isReady = true;
    onReady(place.app, place.number, place.url);
  }

  async function keepOne(place) {
    const label = count === 1 ? name : `${name} process ${place.number}`;
    const isAlone = () => places.every((other) => other === place || !other.isReady);
    const crashed = countCrashes(name, patience, isAlone);
    while (!lifetime.ending) {
      const { app } = place;
      const end = await Promise.race([app.exited, app.stoodStill.then(() => ({ signal: STOOD_STILL }))]);
      place.isReady = false;
      if (lifetime.ending) break;
      const hasMoved = place.url !== current.url; // then it was stopped for that reason
      if (end.signal === STOOD_STILL) {
        say(`The event loop of the ${label} stands still: another takes its place …`, 'warn');
        void app.stop();
      } else if (!hasMoved) await crashed(`The ${label} stopped (${end.signal ?? `exit ${end.exitCode}`})`);
      if (lifetime.ending) break;
      await start(place).catch((error) => say(describeFailure(error), 'error')); // it exits: the next iteration counts that
    }
    return 0;
  }

  async function keepDatabase() {
    const crashed = countCrashes(name, patience, () => true);
    for (;;) {
      await current.lost;
      if (lifetime.ending) return keepDrain();
      await crashed('The database stopped');
      if (lifetime.ending) return keepDrain();
      current = await current.restart();
      await Promise.all(places.filter(({ url }) => url !== current.url).map(({ app }) => app.stop()));
    }
  }

  /**
   * Starts a lost database again for processes that are ending: their runs still have to be recorded. If it does not
   * come back at the same address, they wait for nothing more.
   */
  async function keepDrain() {
    for (let tries = 0; tries < DRAIN_RESTARTS; tries += 1) {
      const lostUrl = current.url;
      say('The database stopped while running work ends: starting it again …');
      try {
        current = await current.restart();
      } catch (error) {
        say(describeFailure(error));
        break;
      }
      if (current.url !== lostUrl) break;
      await current.lost;
    }
    say('The database is gone: what is under way goes on at the next start.');
    for (const { app } of places) app?.giveUp();
    return 0;
  }

  // One first, so that an error in the settings is reported once.
  const [first, ...others] = places;
  await start(first);
  await Promise.all(others.map(start));
  return Promise.race([keepDatabase(), ...places.map(keepOne)]);
}

/** Waits before the next start, longer each time. @throws OperatorError when the restarts are given up */
function countCrashes(name, { firstPauseMs, longestPauseMs, settledAfterMs, crashes }, mayGiveUp) {
  let inARow = 0;
  let lastAt = performance.now();
  return async (words) => {
    inARow = performance.now() - lastAt > settledAfterMs ? 1 : inARow + 1;
    if (inARow >= crashes && mayGiveUp()) {
      throw new OperatorError(
        `${words} ${inARow} times in a row, so the ${name} is not started again: its own words are above; ` +
          'mend what they name, then start.',
      );
    }
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (inARow - 1));
    say(`${words} unexpectedly: starting again in ${(pauseMs / 1000).toFixed(1)} s …`, 'warn');
    await delay(pauseMs);
    lastAt = performance.now();
  };
}
