import { setTimeout as sleep } from 'node:timers/promises';
import { calledAgain } from '../../../e2e/fixtures/counting-upstream';
import { type LogFacts, readLogFacts } from '../../../e2e/fixtures/log-facts';
import { takeoversOf } from '../../../e2e/fixtures/watch-takeovers';
import type { CalledRun } from './run-load';
import type { Stage } from './stage';

/** The outcome of all runs of a load, regardless of the responses to their callers. */
export interface RunOutcome {
  logs: number;
  /** Executions that another process took over although no process had died. */
  takeovers: number;
  /** Logs that report a stopped process. */
  interrupted: number;
  /** Executions that are still queued or running. */
  stuck: number;
  /** Runs that were accepted or answered as done, but have no log and are not stuck. */
  lost: number;
  /** Runs whose callers received an error, but whose blocks had been called, and that have no log. */
  unrecorded: number;
  /** Executions with more than one log. */
  duplicates: number;
  /** Blocks called again after their response, or in parallel to it. */
  calledAgain: number;
  /** Logs without a delivered webhook. */
  undelivered: number;
  /** Runs answered as failed although their blocks had been called. */
  refusedAfterRunning: number;
}

const SETTLE_MS = 45_000;
/** A delivery that its process could not record is leased for 45 s, and retries follow. */
const DELIVERIES_MS = 100_000;

/**
 * Waits a limited time until nothing is open, and compares the records of callers, upstream and receiver
 * with the logs.
 */
export async function settledOutcome(
  { database, upstream, deliveries }: Pick<Stage, 'database' | 'upstream' | 'deliveries'>,
  calls: readonly CalledRun[],
): Promise<RunOutcome> {
  const count = (sql: string): Promise<number> =>
    database.asAdmin(async (client) => Number((await client.query(sql)).rows[0].count));
  const stuck = await untilNone(() => count('SELECT count(*) FROM runtime.execution'), SETTLE_MS);
  await untilNone(() => count('SELECT count(*) FROM runtime.webhook_pending'), DELIVERIES_MS);
  const logs = await database.asAdmin(readLogFacts);
  const takeovers = (await database.asAdmin(takeoversOf)).size;
  const open = await database.asAdmin(
    async (client) => (await client.query('SELECT id, input FROM runtime.execution')).rows,
  );

  const executions = new Set([...logs.map(({ executionId }) => executionId), ...open.map(({ id }) => id)]);
  const tokens = new Set([
    ...logs.map(({ token }) => token),
    ...open.map(({ input }) => JSON.parse(input).token),
  ]);
  const calledTokens = new Set([...upstream.calls.keys()].map((key) => key.split(' ')[0]!));
  const again = calledAgain(upstream);
  return {
    logs: logs.length,
    takeovers,
    interrupted: logs.filter(({ isInterrupted }) => isInterrupted).length,
    stuck,
    ...countMissing(
      calls.filter((call) => isTaken(call) || calledTokens.has(call.token)),
      logs,
      executions,
      tokens,
    ),
    duplicates: logs.length - new Set(logs.map((log) => log.executionId)).size,
    calledAgain: again.finished.length + again.unfinished.length,
    undelivered: logs.filter((log) => !deliveries.has(log.executionId)).length,
    refusedAfterRunning: calls.filter((call) => !isTaken(call) && calledTokens.has(call.token)).length,
  };
}

/**
 * Counts runs that should have a log and have none. A log without a trace cannot be found by its token: it
 * is assigned to a run whose caller never received an id.
 */
function countMissing(
  owed: readonly CalledRun[],
  logs: readonly LogFacts[],
  executions: ReadonlySet<string>,
  tokens: ReadonlySet<string | null>,
): Pick<RunOutcome, 'lost' | 'unrecorded'> {
  const missing = owed.filter(
    ({ token, executionId }) => !tokens.has(token) && !(executionId !== null && executions.has(executionId)),
  );
  const known = new Set(owed.map(({ executionId }) => executionId));
  const nameless = logs.filter(({ token, executionId }) => token === null && !known.has(executionId)).length;
  const lost = missing.filter(isTaken).length;
  return { lost, unrecorded: Math.max(0, missing.length - lost - nameless) };
}

export const isTaken = ({ mode, status }: CalledRun): boolean => status === (mode === 'sync' ? 200 : 202);

/** Returns the counts that must be 0 after any fault, as long as no process died. */
export function brokenPromises(outcome: RunOutcome): string[] {
  const words: Array<[keyof RunOutcome, string]> = [
    ['takeovers', 'executions taken from living processes'],
    ['interrupted', 'runs logged as INTERRUPTED'],
    ['stuck', 'runs that never end'],
    ['lost', 'promised runs without a log'],
    ['unrecorded', 'runs that called their blocks and left no log'],
    ['duplicates', 'executions logged twice'],
    ['calledAgain', 'blocks called again'],
    ['undelivered', 'completions not delivered'],
  ];
  return words.filter(([name]) => outcome[name] > 0).map(([name, text]) => `${outcome[name]} ${text}`);
}

/** Returns the last count: 0, or the rest when time is up. */
async function untilNone(count: () => Promise<number>, withinMs: number): Promise<number> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const left = await count();
    if (left === 0 || Date.now() > deadline) return left;
    await sleep(250);
  }
}
