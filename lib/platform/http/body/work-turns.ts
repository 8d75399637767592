import { AppError } from '../../errors';
import { FairGate } from '../../fair-gate';

/** A large body exists as bytes, as text, and as the message to the process that parses it. */
const COPIES = 4;
const WAITS_AT_MOST_MS = 30_000;
const RETRY_AFTER_SECONDS = '5';

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
  readonly #gate: FairGate;

  constructor(mostBytes: number, waitsAtMostMs = WAITS_AT_MOST_MS) {
    this.#gate = new FairGate({ limit: mostBytes, maxWaitMs: waitsAtMostMs, refusal: tooBusy });
  }

  /** Bytes of memory in use. */
  get held(): number {
    return this.#gate.held;
  }

  /** Queues for a turn; `granted` rejects with AppError unavailable after a long wait. */
  take(owner: string, bodyBytes: number): WorkTurn {
    const { entered, leave } = this.#gate.visit(owner, { weight: bodyBytes * COPIES });
    return { granted: entered, end: leave };
  }
}

const tooBusy = (): AppError =>
  new AppError('unavailable', 'The server is working on too many large requests. Send it again shortly.', {
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
  });
