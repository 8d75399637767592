import { TurnQueue } from '../../turn-queue';

/** Half of the threads that Node has for files: signing in and DNS need them too. */
const AT_A_TIME = 2;

/**
 * Lets few of the bodies that go to disk be written at a time, each owner's in turn. A body is not read
 * meanwhile; reading many in each turn of the event loop would make every turn long, and Node accepts only one
 * connection a turn (libuv pull request 3696): new clients would wait for seconds.
 */
export class WriteTurns {
  readonly #waiting = new TurnQueue<() => void>();
  #running = 0;

  async run<Result>(owner: string, write: () => Promise<Result>): Promise<Result> {
    if (this.#running < AT_A_TIME) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(owner, resolve));
    try {
      return await write();
    } finally {
      const next = this.#waiting.take();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
