import { describeFailure } from './operator-error.mjs';
import { commandLine, parentOf } from './process-identity.mjs';
import { say } from './progress.mjs';

const PARENT_CHECK_MS = 500;
/** A single Ctrl-C arrives twice: from the terminal and through npm. */
const SAME_SIGNAL_MS = 500;
const SHELL = /(^|\/)[a-z]{0,2}sh -c /;

/**
 * The resources that one command holds open. However it ends (its own return, a failure, Ctrl-C, SIGTERM,
 * npm dying, a closed IPC channel), all its resources are released in reverse order, once.
 */
export class Lifetime {
  #releases = [];
  #pending = new Set();
  /** @type {Promise<number> | null} */
  #ending = null;
  #interruptedAt = Number.NEGATIVE_INFINITY;
  #impatient = new AbortController();

  get ending() {
    return this.#ending !== null;
  }

  /** Aborts at the second Ctrl-C: the person does not want to wait for a graceful stop. */
  get impatience() {
    return this.#impatient.signal;
  }

  /**
   * Opens a resource and registers its release; an end during the opening waits, then releases it. `whileEnding`
   * is for what others need to end in order.
   */
  async acquire(open, release, { whileEnding = false } = {}) {
    if (this.ending && !whileEnding) throw new Error('the command is ending');
    const opening = open();
    this.#pending.add(opening);
    try {
      const resource = await opening;
      this.onEnd(() => release(resource));
      return resource;
    } finally {
      this.#pending.delete(opening);
    }
  }

  onEnd(release) {
    this.#releases.push(release);
  }

  /** Groups resources that are released at the same moment: `onEnd` and `impatience` work as here. */
  together() {
    const releases = [];
    this.onEnd(async () => {
      const ends = await Promise.allSettled(releases.map((release) => release()));
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    });
    return { onEnd: (release) => void releases.push(release), impatience: this.impatience };
  }

  /** Releases everything; resolves to the exit code. Later calls join the first one. */
  end(exitCode) {
    this.#ending ??= this.#releaseAll(exitCode);
    return this.#ending;
  }

  interrupt() {
    if (!this.ending) {
      this.#interruptedAt = performance.now();
      say('Stopping when what runs has ended … (once more: at once)');
    } else if (performance.now() - this.#interruptedAt > SAME_SIGNAL_MS) this.#impatient.abort();
    return this.end(0);
  }

  async #releaseAll(exitCode) {
    let code = exitCode;
    while (this.#pending.size > 0 || this.#releases.length > 0) {
      const release = this.#releases.pop();
      if (!release) await Promise.allSettled(this.#pending);
      else {
        try {
          await release();
        } catch (error) {
          say(describeFailure(error), 'error');
          code = 1;
        }
      }
    }
    return code;
  }
}

/**
 * Runs `main(lifetime)` as the whole process; its number (or nothing) becomes the exit code.
 * @param {(lifetime: Lifetime) => Promise<number | void>} main
 */
export function runCommand(main) {
  const lifetime = new Lifetime();
  const leave = (ending) => ending.then((code) => process.exit(code));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => leave(lifetime.interrupt()));
  if (process.send) process.on('disconnect', () => leave(lifetime.end(0)));
  watchNpm(() => leave(lifetime.end(0)));
  // A closed terminal closes the streams before SIGHUP arrives; the graceful stop must not fail because of
  // that.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => leave(lifetime.end(1)));
  const fail = (error) => {
    if (!lifetime.ending) say(describeFailure(error), 'error');
    return leave(lifetime.end(1));
  };
  process.on('uncaughtException', fail); // unhandled rejections arrive here too
  Promise.resolve()
    .then(() => main(lifetime))
    .then((code) => leave(lifetime.end(code ?? 0)), fail);
}

/**
 * The end of npm is a signal to stop. npm passes SIGTERM on to its child, and waits for it; SIGHUP and SIGKILL end
 * npm alone. A shell between the two passes nothing on and ends at once, so then the end of either counts. (In
 * package.json the commands that serve begin with `exec`, so that there is none: as process 1 of a container npm
 * would take everything with it.)
 */
function watchNpm(onGone) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const npm = SHELL.test(commandLine(parent)) ? parentOf(parent) : null;
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === null || parentOf(parent) === npm)) return;
    clearInterval(timer);
    onGone();
  }, PARENT_CHECK_MS);
  timer.unref();
}
