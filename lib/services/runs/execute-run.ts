import type { CompiledWorkflow } from '../../core/engine/compile-workflow';
import type { JournalEntry, RunEvent, RunOutcome } from '../../core/engine/ports';
import { runWorkflow } from '../../core/engine/run-workflow';
import type { RequestIds } from '../../platform/http/request-ids';
import type { OutboundClient } from '../../platform/outbound-http/contract';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { codeRunner } from '../../platform/sandbox/code-runner';
import type { CodeRunner } from '../../platform/sandbox/contract';
import type { JsonText } from '../../platform/text/json-text';
import { readVariables, type Variables } from '../variables/read-variables';
import { completionOf, type EndedRun } from './completion-of';
import { countRun } from './count-run';
import { HandOver } from './hand-over';
import { journalKeeper } from './journal-keeper';
import { type LargeOutcome, runLarge } from './run-large';
import { runPorts } from './run-ports';
import { runRecorder } from './run-recorder';
import { whileRunning } from './running-executions';
import type { ExecutionRow } from './shapes/execution-row';

export interface Execution {
  row: ExecutionRow;
  compiled: CompiledWorkflow;
  input: unknown;
  /**
   * Its row in `runtime.execution` is on disk already; of a synchronous run it otherwise comes later, or
   * never.
   */
  hasRow?: boolean;
  /** Journal of an earlier try. */
  restored?: readonly JournalEntry[];
  onEvent?: (event: RunEvent | JsonText) => void;
  /** Of the request that waits for it, for the log's lines. */
  ids?: RequestIds;
}

/** Outcome of a run whose log is safe on disk; null when another process had taken the execution over. */
export type RecordedOutcome = RunOutcome | LargeOutcome | null;

/**
 * Runs an execution to its end and records it; once its values are large it goes on in another process.
 * Blocks' failures are outcomes; it throws only when the end can't be recorded.
 */
export function executeRun(execution: Execution): Promise<RecordedOutcome> {
  const { row, onEvent, restored } = execution;
  return whileRunning(row, async (controller, startedAtMs) => {
    // Before the start record: a run that is refused for want of them has not begun, and must leave nothing.
    const variables = await readVariables(row.workspaceId);
    const start = row.mode === 'sync' && execution.hasRow !== true ? runRecorder().noteStart(row) : null;
    try {
      const handOver = new HandOver(restored, onEvent);
      const { outcome, journalled } = begin(execution, {
        controller,
        variables,
        http: handOver.http(outboundClient()),
        code: handOver.code(codeRunner(row.workspaceId)),
        counts: (entry) => handOver.note(entry),
        ...(onEvent === undefined ? {} : { onEvent: (event) => handOver.tell(event) }),
      });
      const end = await Promise.race([outcome, handOver.state]);
      const [hasRow] = await Promise.all([start === null ? true : start.settle(), ...journalled()]);
      if ('status' in end) return await record({ row, outcome: end, startedAtMs, hasRow });
      const { signal } = controller;
      return await runLarge({ row, startedAtMs, signal, variables, hasRow, ...end });
    } finally {
      start?.settle(); // of a run that failed on our side: no start record may come after its end
    }
  });
}

/** The same in a process for runs: whatever the size of its values, it stays. Its row is stored. */
export async function runHere(
  execution: Omit<Execution, 'onEvent' | 'hasRow'>,
  { startedAtMs, ...setting }: Setting & { startedAtMs: number },
): Promise<RunOutcome & { recorded: boolean }> {
  const { outcome, journalled } = begin(execution, setting);
  const end = await outcome;
  await Promise.all(journalled());
  const ended = { row: execution.row, outcome: end, startedAtMs, hasRow: true };
  return { ...end, recorded: await runRecorder().complete(completionOf(ended)) };
}

interface Setting {
  controller: AbortController;
  variables: Variables;
  http: OutboundClient;
  code: CodeRunner;
  /** Asked after each block: whether what the run says is still to be kept. When it throws the run ends. */
  counts: (entry: JournalEntry) => boolean;
  onEvent?: (event: RunEvent) => void;
}

function begin(
  { row, compiled, input, restored, ids }: Omit<Execution, 'onEvent'>,
  { counts, controller, ...setting }: Setting,
): { outcome: Promise<RunOutcome>; journalled: () => Promise<void>[] } {
  const about = { ...ids, executionId: row.executionId };
  const journal = journalKeeper(row, { about, onTakenOver: () => controller.abort() });
  const ports = runPorts({
    ...setting,
    about,
    workspaceId: row.workspaceId,
    signal: controller.signal,
    journal: (entry) => (counts(entry) ? journal.keep(entry) : undefined),
    ...(restored === undefined ? {} : { restored }),
  });
  const outcome = runWorkflow(compiled, { executionId: row.executionId, input }, ports);
  return { outcome, journalled: journal.unwritten };
}

async function record(end: EndedRun): Promise<RunOutcome | null> {
  const { row, outcome, startedAtMs } = end;
  const recorded = await runRecorder().complete(completionOf(end));
  countRun({ row, startedAtMs, recorded, status: outcome.status, errorCode: outcome.error?.code ?? null });
  return recorded ? outcome : null;
}
