import { failedOutcome } from '../../../core/engine/failed-outcome';
import type { JournalEntry, StepNote } from '../../../core/engine/ports';
import { nestSpans } from '../../../core/engine/trace-span';
import { giveWay } from '../../../platform/in-slices';
import type { OutboundResult } from '../../../platform/outbound-http/contract';
import { databaseFault } from '../../../platform/postgres/database-faults';
import { relaxedPool } from '../../../platform/postgres/db';
import { thisProcess } from '../../../platform/postgres/process-lease';
import { withDatabaseRetry } from '../../../platform/postgres/with-database-retry';
import { writeJson } from '../../../platform/text/json-text';
import { MOST_IN_A_TURN } from '../../../platform/text/slices-of-text';
import type { Variables } from '../../variables/read-variables';
import { isolatedPool } from '../isolated/isolated-pool';
import { ProcessLost } from '../isolated/isolated-process';
import { ownProcessLimitMs } from '../isolated/own-process-limit';
import type { EndTask, MadeRequest, ProcessEvent, RunReport, RunTask } from '../isolated/protocol';
import { effectsOfLost } from '../journal/effects-of-lost';
import { SentSoFar } from '../journal/read-journal';
import { INTERRUPTED } from '../journal/recover-executions';
import { completionOf } from '../recording/completion-of';
import { countRun, countSpending } from '../recording/count-run';
import { insertExecutions } from '../recording/insert-executions';
import { runRecorder } from '../recording/run-recorder';
import type { Audience } from '../shapes/audience';
import type { ExecutionRow } from '../shapes/execution-row';
import { outOfMemory } from '../shapes/out-of-memory';
import type { Parked, RunEnd } from '../shapes/run-end';
import { stallError } from '../shapes/stall-error';

export interface LargeRun {
  row: ExecutionRow;
  startedAtMs: number;
  signal: AbortSignal;
  variables: Variables;
  /** True if `runtime.execution` holds its row. */
  hasRow: boolean;
  /** JSON, in UTF-8; null: that of `row.input`, or of its stored row when that is empty. */
  input?: Uint8Array | null;
  /** The journal up to here; `stored`: it is read in the other process. */
  journal: readonly JournalEntry[] | 'stored';
  /** Notes beside a journal that is given. */
  notes?: readonly StepNote[];
  requests?: MadeRequest[];
  answers?: ReadonlyMap<number, Promise<OutboundResult>>;
  /** An event loop stood still on it: here too it may not hold the processor for longer than there. */
  isSuspect?: boolean;
  /** The bytes that it holds while it waits for its turn. */
  bytes: number;
  audience?: Audience;
  onEvent?: (event: ProcessEvent) => void;
}

/** Runs it in a process of its own, from its start or from where it stands, and has it recorded there. */
export async function runLarge(run: LargeRun): Promise<RunEnd> {
  const { row, answers, signal, onEvent } = run;
  // The run goes on in another process, which may die unseen: the row records the run and its owner.
  if (!run.hasRow) await storeStart(row);
  const journal = await writtenJournal(run);
  try {
    const report = await isolatedPool().run(taskOf(run, journal), run.bytes, {
      signal,
      ...(answers === undefined ? {} : { answers }),
      ...(onEvent === undefined ? {} : { onEvent }),
    });
    return report.kind === 'parked' ? report : endOfReport(run, report);
  } catch (error) {
    if (!(error instanceof ProcessLost)) throw error;
    return recordLost(run, endOfLost(error, run));
  }
}

function endOfReport(
  { row, startedAtMs }: Pick<LargeRun, 'row' | 'startedAtMs'>,
  { kind, status, errorCode, cost, ...report }: Exclude<RunReport, Parked>,
): RunEnd {
  countRun({ row, startedAtMs, recorded: kind === 'recorded', status, errorCode });
  if (kind === 'recorded') countSpending(cost);
  return 'answer' in report ? { ...report, kind: 'large' } : { kind: 'taken-over' };
}

function endOfLost({ reason }: ProcessLost, { isSuspect = false }: LargeRun): EndTask['error'] {
  if (reason === 'out-of-memory') return outOfMemory(isolatedPool().heapMb);
  return reason === 'stood-still' ? stallError(ownProcessLimitMs(isSuspect) / 1_000) : INTERRUPTED;
}

/** Records a lost run's end. A queued run's journal also names blocks that finished in the lost process. */
async function recordLost(
  { row, startedAtMs, journal, notes = [] }: LargeRun,
  error: { code: string; message: string },
): Promise<RunEnd> {
  if (row.mode === 'async') {
    const task = { kind: 'end', row: { ...row, input: '' }, startedAtMs, error } as const;
    return endOfReport({ row, startedAtMs }, await isolatedPool().runInBodyProcess(task, 0));
  }
  const finished = journal === 'stored' ? [] : journal;
  const effects = await effectsOfLost(row, async () => new SentSoFar([...notes, ...finished]).effects);
  const outcome = failedOutcome(error, nestSpans(finished.map(({ span }) => span)), effects);
  const recorded = await runRecorder().complete(completionOf({ row, outcome, startedAtMs, hasRow: true }));
  countRun({ row, startedAtMs, recorded, status: outcome.status, errorCode: error.code });
  return recorded ? { kind: 'ended', outcome } : { kind: 'taken-over' };
}

/** Stores the start. If the response is lost, the recording of the end finds out whether the row is there. */
async function storeStart(row: ExecutionRow): Promise<void> {
  const insert = () => insertExecutions(relaxedPool(), [{ ...row, input: '{}' }], thisProcess().id);
  try {
    await withDatabaseRetry(insert, { repeatable: false });
  } catch (error) {
    if (databaseFault(error) !== 'maybe-done') throw error;
  }
}

/** JSON of the `Journal`, written entry by entry with pauses; `stored`: it is read there. */
async function writtenJournal({ journal, notes = [] }: LargeRun): Promise<string> {
  if (journal === 'stored') return journal;
  const entries: string[] = [];
  let written = 0;
  for (const entry of journal) {
    const json = writeJson(entry);
    entries.push(json);
    written += json.length;
    if (written < MOST_IN_A_TURN) continue;
    await giveWay();
    written = 0;
  }
  return `{"entries":[${entries.join(',')}],"notes":${writeJson(notes)}}`;
}

function taskOf(run: LargeRun, journal: string): RunTask {
  const { row, startedAtMs, variables, input, requests, onEvent, audience, isSuspect = false } = run;
  return {
    kind: 'run',
    row: { ...row, input: '' },
    input: input ?? (row.input === '' ? null : new TextEncoder().encode(row.input)),
    variables,
    startedAtMs,
    journal,
    requests: requests ?? [],
    isSuspect,
    wantsEvents: onEvent !== undefined,
    exactText: audience === 'chat',
    wantsAnswer: row.mode !== 'sync' ? 'none' : audience === 'watcher' ? 'shown' : 'exact',
  };
}
