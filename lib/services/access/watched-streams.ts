import { onNotification } from '../../platform/postgres/notify';
import { processSingleton } from '../../platform/process-singleton';
import { principals } from './principals';

/** In case a notification is lost, and for keys that expire. */
const CHECK_EVERY_MS = 3_000;
/** Limited because each check may read the database, where other requests wait for connections too. */
const CHECKS_AT_ONCE = 4;

/** Checks whether a stream's reader still has access, and ends the stream if not. Never throws. */
type Check = () => Promise<void>;

const watched = (): WatchedStreams => processSingleton('watched-streams', () => new WatchedStreams());

/** Runs `check` immediately, whenever anybody's rights change and every few seconds. @returns stops it */
export function whileWatched(check: Check): () => void {
  return watched().add(check);
}

class WatchedStreams {
  readonly #checks = new Set<Check>();
  #sweeping = false;
  #again = false;

  constructor() {
    // The cache must subscribe to changes first, so that no check reads a stale entry.
    principals();
    onNotification('auth', () => void this.#sweep());
    setInterval(() => void this.#sweep(), CHECK_EVERY_MS).unref();
  }

  add(check: Check): () => void {
    this.#checks.add(check);
    // Changes since its request was admitted have already been announced, so it is checked immediately.
    void check();
    return () => void this.#checks.delete(check);
  }

  /** Several changes in a row cause one more round, not one each. */
  async #sweep(): Promise<void> {
    this.#again = this.#sweeping;
    if (this.#sweeping) return;
    this.#sweeping = true;
    const left = [...this.#checks];
    const work = async (): Promise<void> => {
      for (let check = left.pop(); check !== undefined; check = left.pop())
        if (this.#checks.has(check)) await check();
    };
    await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, work));
    this.#sweeping = false;
    if (this.#again) await this.#sweep();
  }
}
