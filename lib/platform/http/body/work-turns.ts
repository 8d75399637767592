import { AppError } from '../../errors';
import { TurnQueue } from '../../turn-queue';

/** A large body exists as bytes, as text, and as the message to the process that parses it. */
const COPIES = 4;
const WAITS_AT_MOST_MS = 30_000;
const RETRY_AFTER_SECONDS = '5';

interface Waiting {
  owner: string;
  bytes: number;
  begin: () => void;
}

/** A place in memory for a whole large body; await `granted`, and call `end` in any case. */
export interface WorkTurn {
  granted: Promise<void>;
  end(): void;
}

/**
 * Large bodies that have arrived wait on disk until there is memory to process them: the oldest of each
 * owner in turn. A single body may take all memory.
 */
export class WorkTurns {
  readonly #waiting = new TurnQueue<Waiting>();
  /** The next body if it is too large for the remaining memory: nothing overtakes it. */
  #next: Waiting | undefined;
  #held = 0;

  constructor(
    readonly mostBytes: number,
    readonly waitsAtMostMs = WAITS_AT_MOST_MS,
  ) {}

  /** Bytes of memory in use. */
  get held(): number {
    return this.#held;
  }

  /** Queues for a turn; `granted` rejects with AppError unavailable after a long wait. */
  take(owner: string, bodyBytes: number): WorkTurn {
    const bytes = bodyBytes * COPIES;
    let phase: 'waiting' | 'holding' | 'ended' = 'waiting';
    let timer: NodeJS.Timeout | undefined;
    let waiting: Waiting | undefined;
    const end = (): void => {
      clearTimeout(timer);
      if (phase === 'holding') this.#held -= bytes;
      else if (waiting !== undefined) this.#forget(waiting);
      phase = 'ended';
      this.#giveOut();
    };
    const granted = new Promise<void>((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer);
        phase = 'holding';
        resolve();
      };
      timer = setTimeout(() => {
        end();
        reject(tooBusy());
      }, this.waitsAtMostMs);
      waiting = { owner, bytes, begin };
      this.#waiting.push(owner, waiting);
      this.#giveOut();
    });
    return { granted, end };
  }

  #forget(waiting: Waiting): void {
    if (this.#next === waiting) this.#next = undefined;
    else this.#waiting.remove(waiting.owner, waiting);
  }

  #giveOut(): void {
    for (;;) {
      this.#next ??= this.#waiting.take();
      const next = this.#next;
      if (next === undefined || (this.#held > 0 && this.#held + next.bytes > this.mostBytes)) return;
      this.#next = undefined;
      this.#held += next.bytes;
      next.begin();
    }
  }
}

const tooBusy = (): AppError =>
  new AppError('unavailable', 'The server is working on too many large requests. Send it again shortly.', {
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
  });
