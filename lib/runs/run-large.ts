import { databaseFault } from '../database-faults';
import { relaxedPool } from '../db';
import { failedOutcome } from '../engine/failed-outcome';
import type { JournalEntry, RunOutcome } from '../engine/ports';
import type { OutboundResult } from '../outbound-http/contract';
import { completionOf } from './completion-of';
import { countRun } from './count-run';
import type { ExecutionRow } from './execution-row';
import { insertExecutions } from './insert-executions';
import { thisProcess } from './process-lease';
import { INTERRUPTED } from './recover-executions';
import { runRecorder } from './run-recorder';
import type { MadeRequest, RunTask, ThreadEvent } from './threads/protocol';
import { ThreadLost } from './threads/run-thread';
import { runThreads } from './threads/run-threads';
import { withDatabaseRetry } from './with-database-retry';

/** Of a run that ended in a thread: only what its caller is answered comes back. */
export class LargeOutcome {
  /** JSON of the `RunAnswer`, in UTF-8; null when nobody waits for it. */
  constructor(readonly answer: Uint8Array | null) {}
}

export interface LargeRun {
  row: ExecutionRow;
  startedAtMs: number;
  signal: AbortSignal;
  variables: ReadonlyMap<string, string>;
  /** Whether `runtime.execution` holds its row. */
  hasRow: boolean;
  /** JSON, in UTF-8; null: as `row.input` has it, or its stored row when that is empty. */
  input?: Uint8Array | null;
  /** Up to here; `stored`: it is read in the thread. */
  journal: readonly JournalEntry[] | 'stored';
  requests?: MadeRequest[];
  answers?: ReadonlyMap<number, Promise<OutboundResult>>;
  /** What it holds while it waits for its turn. */
  bytes: number;
  onEvent?: (event: ThreadEvent) => void;
}

/** Runs it in a thread, from its start or from where it stands, and has it recorded there. */
export async function runLarge(run: LargeRun): Promise<RunOutcome | LargeOutcome | null> {
  const { row, startedAtMs, journal, answers, signal, onEvent } = run;
  // The thread, or what kills it, is no longer in sight from here: the row tells of the run, and to whom it belongs.
  if (!run.hasRow) await storeStart(row);
  try {
    const { recorded, status, errorCode, answer } = await runThreads().run(taskOf(run), run.bytes, {
      signal,
      ...(answers === undefined ? {} : { answers }),
      ...(onEvent === undefined ? {} : { onEvent }),
    });
    countRun({ row, startedAtMs, recorded, status, errorCode });
    return recorded ? new LargeOutcome(answer) : null;
  } catch (error) {
    if (!(error instanceof ThreadLost)) throw error;
    const finished = journal === 'stored' ? [] : journal;
    const outcome = failedOutcome(
      error.outOfMemory ? outOfMemory() : INTERRUPTED,
      finished.map(({ span }) => span),
    );
    const recorded = await runRecorder().complete(completionOf({ row, outcome, startedAtMs, hasRow: true }));
    countRun({ row, startedAtMs, recorded, status: outcome.status, errorCode: outcome.error?.code ?? null });
    return recorded ? outcome : null;
  }
}

/** When the answer to it is lost the end finds out whether it is there. */
async function storeStart(row: ExecutionRow): Promise<void> {
  const insert = () => insertExecutions(relaxedPool(), [{ ...row, input: '{}' }], thisProcess().id);
  try {
    await withDatabaseRetry(insert, { repeatable: false });
  } catch (error) {
    if (databaseFault(error) !== 'maybe-done') throw error;
  }
}

function taskOf({ row, startedAtMs, variables, input, journal, requests, onEvent }: LargeRun): RunTask {
  return {
    kind: 'run',
    row: { ...row, input: '' },
    input: input ?? (row.input === '' ? null : new TextEncoder().encode(row.input)),
    variables,
    startedAtMs,
    journal: journal === 'stored' ? journal : JSON.stringify(journal),
    requests: requests ?? [],
    wantsEvents: onEvent !== undefined,
    wantsAnswer: row.mode === 'sync',
  };
}

const outOfMemory = (): { code: string; message: string } => ({
  code: 'RUN_OUT_OF_MEMORY',
  message: `The values of this run took more than the ${runThreads().heapMb} MB that a run may use. Ask for less at a time, for example page by page.`,
});
