import { setTimeout as delay } from 'node:timers/promises';
import { say } from '../progress.mjs';

/**
 * Makes the end of `lifetime` begin with a time of leaving: the processes report not to be ready, and still accept
 * connections for `leaveMs`, so that a load balancer that learns late sends nobody to a closed port. Create it after
 * the port is opened: what is registered last is released first. A second Ctrl-C ends the wait.
 * @param {import('../lifetime.mjs').Lifetime} lifetime
 * @param {number} leaveMs 0: no such time
 */
export function createLeaving(lifetime, leaveMs) {
  const members = new Set();
  let allGone = () => {};

  lifetime.onEnd(async () => {
    if (leaveMs === 0 || members.size === 0) return;
    say(`Leaving: not ready, and still accepting connections for ${leaveMs / 1000} s …`);
    /** @type {Promise<void>} */
    const nobodyLeft = new Promise((resolve) => {
      allGone = resolve;
    });
    for (const { child } of members) if (child.connected) child.send({ type: 'leaving' }, () => {}); // or it has ended
    const over = new AbortController();
    const { signal } = over;
    const waited = delay(leaveMs, undefined, { signal: AbortSignal.any([lifetime.impatience, signal]) });
    await Promise.race([waited.catch(() => {}), nobodyLeft]);
    over.abort();
  });

  /** To be called when it is ready. */
  function join(app) {
    members.add(app);
    app.gone.then(() => {
      members.delete(app);
      if (members.size === 0) allGone();
    });
  }

  return { join };
}
