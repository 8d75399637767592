import pg from 'pg';
import { continueMark, currentMark, type Mark } from '../event-loop/marks';
import { FailoverClient } from './failover-client.mjs';

type Callback = (...result: unknown[]) => void;

/** A pool whose connections continue the mark of the one who waited for them, and that counts those waits. */
export class MarkedPool extends pg.Pool {
  /** How often somebody found no idle connection, and how long they waited for one in all. */
  readonly waits = { count: 0, totalMs: 0 };

  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: MarkedClient });
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg declares several forms, which are passed on as they are.
  override connect(...given: any[]): any {
    const connect = super.connect.bind(this) as Ask;
    // An idle connection is handed over at once, and that needs no clock.
    return withMark(this.idleCount > 0 ? connect : this.#timed(connect), given);
  }

  #timed(connect: Ask): Ask {
    return (...given) => {
      const startedAt = performance.now();
      const note = (): void => {
        this.waits.count += 1;
        this.waits.totalMs += performance.now() - startedAt;
      };
      const last = given.at(-1);
      if (typeof last !== 'function') {
        const asked = connect(...given);
        return asked instanceof Promise ? asked.finally(note) : asked;
      }
      const callback: Callback = (...result) => {
        note();
        (last as Callback)(...result);
      };
      return connect(...given.slice(0, -1), callback);
    };
  }
}

/**
 * A client that marks whose work continues when a statement's result is there, so that a blocked event loop is
 * attributed to the one who asked, not to the one who came last.
 */
class MarkedClient extends FailoverClient {
  // biome-ignore lint/suspicious/noExplicitAny: pg declares several forms, which are passed on as they are.
  override query(...given: any[]): any {
    return withMark(super.query.bind(this) as Ask, given);
  }
}

type Ask = (...given: unknown[]) => unknown;

/** Calls `ask`, which answers by its last argument or by a promise; the mark of this turn continues then. */
function withMark(ask: Ask, given: unknown[]): unknown {
  const mark = currentMark();
  if (mark === null) return ask(...given);
  const last = given.at(-1);
  if (typeof last === 'function') return ask(...given.slice(0, -1), continuing(mark, last as Callback));
  const asked = ask(...given);
  return asked instanceof Promise ? keepMark(mark, asked) : asked;
}

const continuing =
  (mark: Mark, callback: Callback): Callback =>
  (...result) => {
    continueMark(mark);
    callback(...result);
  };

async function keepMark<Result>(mark: Mark, asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } finally {
    continueMark(mark);
  }
}
