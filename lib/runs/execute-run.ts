import type { CompiledWorkflow } from '../engine/compile-workflow';
import type { JournalEntry, RunEvent, RunOutcome } from '../engine/ports';
import { runWorkflow } from '../engine/run-workflow';
import type { RequestIds } from '../http/request-ids';
import { logger } from '../logger';
import { costOf } from '../logs/cost';
import { metrics } from '../telemetry/metrics';
import { readVariables } from '../variables/read-variables';
import type { CompletionRow, ExecutionRow } from './execution-row';
import { isLeaseCurrent, leaseRenewed } from './process-lease';
import { runPorts } from './run-ports';
import { runRecorder } from './run-recorder';
import { runningExecutions } from './running-executions';

export interface Execution {
  row: ExecutionRow;
  plan: CompiledWorkflow;
  input: unknown;
  /** Its row in `runtime.execution` is on disk already; of a synchronous run it otherwise comes later, or never. */
  hasRow?: boolean;
  /** Journal of an earlier try. */
  restored?: readonly JournalEntry[];
  onEvent?: (event: RunEvent) => void;
  /** Of the request that waits for it, for the log's lines. */
  ids?: RequestIds;
}

/**
 * While the database answers, an entry is written long before. Once one is late, the next block waits for it, so that hardly a finished
 * block is called again should another process go on; and while this process's lease is lapsed none begins at all.
 */
const MAX_UNWRITTEN_MS = 100;

/** Outcome of a run whose log is safe on disk; null when another process had taken the execution over. */
export type RecordedOutcome = RunOutcome | null;

/** Runs an execution to its end and records it. Blocks' failures are outcomes; it throws only when the end can't be recorded. */
export async function executeRun(execution: Execution): Promise<RecordedOutcome> {
  const { row } = execution;
  const controller = new AbortController();
  const running = runningExecutions();
  const startedAtMs = Date.now();
  running.set(row.executionId, { row, startedAtMs, controller });
  const start = row.mode === 'sync' && execution.hasRow !== true ? runRecorder().noteStart(row) : null;
  try {
    const { outcome, journalled } = await run(execution, controller);
    const [hasRow] = await Promise.all([start === null ? true : start.settle(), ...journalled]);
    const recorded = await runRecorder().complete(completionOf(row, outcome, startedAtMs, hasRow));
    const status = recorded ? outcome.status : 'taken_over';
    metrics().runEnded({ status, mode: row.mode, seconds: (Date.now() - startedAtMs) / 1000 });
    if (outcome.error !== null) metrics().runFailed(outcome.error.code);
    return recorded ? outcome : null;
  } finally {
    start?.settle(); // of a run that failed on our side: no start record may come after its end
    running.delete(row.executionId);
  }
}

async function run(
  { row, plan, input, restored, onEvent, ids }: Execution,
  controller: AbortController,
): Promise<{ outcome: RunOutcome; journalled: Promise<void>[] }> {
  const about = { ...ids, executionId: row.executionId };
  const unwritten = new Map<Promise<void>, number>();
  const write = async (entry: JournalEntry): Promise<void> => {
    try {
      if (!(await runRecorder().journal(row.executionId, entry))) controller.abort();
    } catch (error) {
      logger('runs').error('a journal entry could not be written', { ...about, error });
    }
  };
  const journal = (entry: JournalEntry): Promise<unknown> | undefined => {
    const nowMs = performance.now();
    const isBehind = [...unwritten.values()].some((sinceMs) => nowMs - sinceMs > MAX_UNWRITTEN_MS);
    if (row.mode === 'async') {
      const writing = write(entry).finally(() => unwritten.delete(writing));
      unwritten.set(writing, nowMs);
    }
    if (!isLeaseCurrent()) return Promise.all(unwritten.keys()).then(leaseRenewed);
    return isBehind ? Promise.all(unwritten.keys()) : undefined;
  };
  const variables = await readVariables(row.workspaceId);
  const ports = runPorts({
    about,
    variables,
    signal: controller.signal,
    journal: (entry) => journal(entry)?.then(() => undefined),
    ...(onEvent === undefined ? {} : { onEvent }),
    ...(restored === undefined ? {} : { restored }),
  });
  const outcome = await runWorkflow(plan, { executionId: row.executionId, input }, ports);
  return { outcome, journalled: [...unwritten.keys()] };
}

function completionOf(
  row: ExecutionRow,
  outcome: RunOutcome,
  startedAtMs: number,
  hasRow: boolean,
): CompletionRow {
  const cost = costOf(outcome.traceSpans);
  return {
    execution: row,
    hasRow,
    level: outcome.level,
    startedAtMs,
    endedAtMs: Math.max(startedAtMs, Date.now()),
    costTotal: cost.total,
    traceSpans: JSON.stringify(outcome.traceSpans),
    finalOutput: JSON.stringify(outcome.loggedOutput ?? null),
    cost: JSON.stringify(cost),
    error: outcome.error === null ? null : JSON.stringify(outcome.error),
    files: outcome.files,
  };
}
