import type { CompiledWorkflow } from '../engine/compile-workflow';
import type { JournalEntry, RunEvent, RunOutcome } from '../engine/ports';
import { runWorkflow } from '../engine/run-workflow';
import { errorTrace } from '../error-trace';
import { costOf } from '../logs/cost';
import { readVariables } from '../variables/read-variables';
import type { CompletionRow, ExecutionRow } from './execution-row';
import { runPorts } from './run-ports';
import { runRecorder } from './run-recorder';
import { runningExecutions } from './running-executions';

export interface Execution {
  row: ExecutionRow;
  plan: CompiledWorkflow;
  input: unknown;
  /** Journal of an earlier try. */
  restored?: readonly JournalEntry[];
  onEvent?: (event: RunEvent) => void;
}

/** Outcome of a run whose log is safe on disk; null when another process had taken the execution over. */
export type RecordedOutcome = RunOutcome | null;

/** Runs an execution to its end and records it. Blocks' failures are outcomes; it throws only when the end can't be recorded. */
export async function executeRun(execution: Execution): Promise<RecordedOutcome> {
  const { row } = execution;
  const controller = new AbortController();
  const running = runningExecutions();
  const startedAtMs = Date.now();
  running.set(row.executionId, { row, startedAtMs, controller });
  try {
    const start = row.mode === 'sync' ? runRecorder().noteStart(row) : null;
    const { outcome, journalled } = await run(execution, controller.signal);
    const [hasRow] = await Promise.all([start === null ? true : start.settle(), ...journalled]);
    const recorded = await runRecorder().complete(completionOf(row, outcome, startedAtMs, hasRow));
    return recorded ? outcome : null;
  } finally {
    running.delete(row.executionId);
  }
}

async function run(
  { row, plan, input, restored, onEvent }: Execution,
  signal: AbortSignal,
): Promise<{ outcome: RunOutcome; journalled: Promise<void>[] }> {
  const journalled: Promise<void>[] = [];
  const journal = (entry: JournalEntry): void => {
    const writing = runRecorder()
      .journal(row.executionId, entry)
      .catch((error) => console.error('[runs] a journal entry could not be written:', errorTrace(error)));
    journalled.push(writing);
  };
  const variables = await readVariables(row.workspaceId);
  const ports = runPorts({
    variables,
    signal,
    ...(onEvent === undefined ? {} : { onEvent }),
    ...(row.mode === 'async' ? { journal } : {}),
    ...(restored === undefined ? {} : { restored }),
  });
  const outcome = await runWorkflow(plan, { executionId: row.executionId, input }, ports);
  return { outcome, journalled };
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
