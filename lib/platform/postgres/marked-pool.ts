import pg from 'pg';
import { continueMark, currentMark, type Mark } from '../event-loop/marks';
import { FailoverClient } from './failover-client.mjs';

type Callback = (...result: unknown[]) => void;

/** A pool whose connections continue the mark of the one who waited for them. */
export class MarkedPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: MarkedClient });
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg declares several forms, which are passed on as they are.
  override connect(...given: any[]): any {
    return withMark(super.connect.bind(this) as Ask, given);
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
