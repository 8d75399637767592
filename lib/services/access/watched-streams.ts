import { onNotification } from '../../platform/postgres/notify';
import { processSingleton } from '../../platform/process-singleton';
import { principals } from './principals';

/** In case a notification is lost, and for keys that expire. */
const CHECK_EVERY_MS = 3_000;
/** Each may read the database, where other requests wait for connections too. */
const CHECKS_AT_ONCE = 4;

/** Looks whether a stream's reader may still read, and ends it if not. Never throws. */
type Check = () => Promise<void>;

const watched = (): WatchedStreams => processSingleton('watched-streams', () => new WatchedStreams());

/** Checks at once, whenever anybody's rights change, and every few seconds. @returns call it to end */
export function whileWatched(check: Check): () => void {
  return watched().add(check);
}

class WatchedStreams {
  readonly #checks = new Set<Check>();
  #sweeping = false;
  #again = false;

  constructor() {
    // It hears of a change first, so that no check is answered with what it kept.
    principals();
    onNotification('auth', () => void this.#sweep());
    setInterval(() => void this.#sweep(), CHECK_EVERY_MS).unref();
  }

  add(check: Check): () => void {
    this.#checks.add(check);
    // What changed since its request was let in has been announced already.
    void check();
    return () => void this.#checks.delete(check);
  }

  /** Many changes in a row make one more round, not one each. */
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
