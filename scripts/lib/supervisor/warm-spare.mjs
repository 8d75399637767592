import { setTimeout as delay } from 'node:timers/promises';

/** Until then a server that starts has the processor to itself. */
const AFTER_MS = 10_000;

/**
 * Keeps a process in reserve that has loaded all it needs, and opened nothing: it takes the place of one that
 * has ended or stands still without the seconds that a start takes.
 * @param {import('../lifetime.mjs').Lifetime} lifetime
 * @param {(databaseUrl: string) => any} launch launches a process with `--spare`
 */
export function createWarmSpare(lifetime, launch, { afterMs = AFTER_MS } = {}) {
  /** @type {{app: any, url: string, isWarm: boolean} | null} */
  let spare = null;
  let isPreparing = false;

  /** Prepares the next one, unless there is one; one that dies unused is not replaced until then. */
  async function prepare(url) {
    if (isPreparing || spare !== null) return;
    isPreparing = true;
    await delay(afterMs, undefined, { ref: false });
    isPreparing = false;
    if (lifetime.ending) return;
    const own = { app: launch(url), url, isWarm: false };
    own.app.ready.catch(() => {}); // the one who takes it hears of it
    own.app.warm.then(() => {
      own.isWarm = true;
    });
    own.app.exited.then(() => {
      if (spare === own) spare = null;
    });
    spare = own;
  }

  /** Returns the spare process, which begins to serve; null if there is none for this database. */
  function take(url) {
    const taken = spare;
    if (taken === null) return null;
    spare = null;
    if (taken.isWarm && taken.url === url && taken.app.child.connected) {
      taken.app.child.send({ type: 'serve' }, () => {}); // its end is noticed by who waits until it is ready
      return taken.app;
    }
    void taken.app.stop();
    return null;
  }

  return { prepare, take };
}
