import { failedOutcome } from '../../../core/engine/failed-outcome';
import type { JournalEntry, RunEvent, RunOutcome } from '../../../core/engine/ports';
import { stepKey } from '../../../core/engine/request-key';
import { outboundClient } from '../../../platform/outbound-http/outbound-client';
import { pool } from '../../../platform/postgres/db';
import { codeRunner } from '../../../platform/sandbox/code-runner';
import { parseExact } from '../../../platform/text/exact-number';
import { writeJson } from '../../../platform/text/json-text';
import { costOf, ZERO_COST } from '../../logs/cost';
import { tellOfStart } from '../../outgoing-webhooks/tell-of-start';
import { readRedaction } from '../../redaction/read-redaction';
import type { Variables } from '../../variables/read-variables';
import { workflowCalls } from '../calls/call-workflow';
import { compiledSnapshot } from '../compiled/runnable-workflow';
import { type Execution, runHere } from '../execution/execute-run';
import { hanging } from '../execution/test-hang';
import type {
  AcceptTask,
  EndTask,
  FingerprintTask,
  ProcessEvent,
  RunReport,
  RunTask,
  StartKeyTask,
} from '../isolated/protocol';
import { effectsOfLost } from '../journal/effects-of-lost';
import { type Journal, readJournal, readSpans, SentSoFar } from '../journal/read-journal';
import { toMaskedResult, toRunResult } from '../reading/run-result';
import { completionOf } from '../recording/completion-of';
import { runRecorder } from '../recording/run-recorder';
import { readStoredInput } from '../recording/stored-input';
import { outOfMemory } from '../shapes/out-of-memory';
import type { Parked, RunEnd } from '../shapes/run-end';
import { fingerprintOf, startClaimed } from '../starting/idempotency-key';
import { acceptInLine } from '../turns/accept-in-line';
import { readStartKey } from '../turns/start-key';
import { OutOfBudget, requireHeap } from './heap-budget';
import type { RequestsMade } from './requests-made';

const READ_INPUT = 'SELECT input FROM runtime.execution WHERE id = $1';

export interface ProcessRun {
  made: RequestsMade;
  /** Aborted to cancel it. */
  controller: AbortController;
  onEvent: (event: ProcessEvent) => void;
  heapMb: number;
}

/** Runs an execution to its end and records it, also when its values outgrow the memory. */
export async function performRun(task: RunTask, { heapMb, ...run }: ProcessRun): Promise<RunReport> {
  const journal = await journalOf(task);
  const spans = journal.entries.map(({ span }) => span);
  const sent = new SentSoFar([...journal.notes, ...journal.entries]);
  const counts = (entry: JournalEntry): boolean => {
    spans.push(entry.span);
    sent.add(entry);
    requireHeap(heapMb);
    return true;
  };
  try {
    const end = await runTask(task, journal, { ...run, heapMb, counts });
    if (end.kind === 'parked') return end;
    if (end.kind === 'taken-over') return { ...end, status: 'success', errorCode: null, cost: ZERO_COST };
    return reportOf(task, end.outcome, end.recorded);
  } catch (error) {
    if (!(error instanceof OutOfBudget)) throw error;
    const effects = await effectsOfLost(task.row, async () => sent.effects);
    const outcome = failedOutcome(outOfMemory(heapMb), spans, effects);
    return recordFailed(task, outcome);
  }
}

async function runTask(
  { row, input, variables, startedAtMs, wantsEvents, exactText }: RunTask,
  { entries: restored, notes }: Journal,
  { made, controller, onEvent, heapMb, counts }: ProcessRun & { counts: (entry: JournalEntry) => boolean },
): ReturnType<typeof runHere> {
  const given = input === null ? await readInput(row) : { input: utf8Of(input) };
  const redaction = await readRedaction(row);
  return runHere(
    {
      row: { ...row, ...given, ...(input === null && { input: '' }) },
      callWorkflow: workflowCalls((called) => runCalled(called, { heapMb, variables }), {
        alwaysStored: true,
      }),
      compiled: await compiledSnapshot(row.workflowId, row.snapshotHash),
      input: parseExact(given.input) as Record<string, unknown>,
      restored,
      notes,
    },
    {
      controller,
      counts,
      startedAtMs,
      variables,
      redaction,
      http: made.before(hanging(outboundClient(), 'own process')),
      code: codeRunner(row.workspaceId),
      ...(exactText && { exactText }),
      ...(wantsEvents ? { onEvent: (event: RunEvent) => onEvent(asJson(event)) } : {}),
    },
  );
}

/** A workflow that the run calls shares its process and its memory. */
async function runCalled(
  called: Omit<Execution, 'onEvent'>,
  { heapMb, variables }: { heapMb: number; variables: Variables },
): Promise<RunEnd> {
  const { row } = called;
  const startedAtMs = Date.now();
  const sent = new SentSoFar(called.restored);
  const redaction = await readRedaction(row);
  await tellOfStart(row, startedAtMs);
  try {
    const end = await runHere(called, {
      controller: new AbortController(),
      counts: (entry) => {
        sent.add(entry);
        requireHeap(heapMb);
        return true;
      },
      startedAtMs,
      variables,
      redaction,
      http: outboundClient(),
      code: codeRunner(row.workspaceId),
    });
    return end.kind === 'ended' && !end.recorded ? { kind: 'taken-over' } : end;
  } catch (error) {
    if (!(error instanceof OutOfBudget)) throw error;
    const effects = await effectsOfLost(row, async () => sent.effects);
    const outcome = failedOutcome(outOfMemory(heapMb), [], effects);
    const recorded = await runRecorder().complete(completionOf({ row, outcome, startedAtMs, hasRow: true }));
    return recorded ? { kind: 'ended', outcome } : { kind: 'taken-over' };
  }
}

function reportOf(
  { row, wantsAnswer }: Pick<RunTask, 'row' | 'wantsAnswer'>,
  outcome: RunOutcome,
  recorded: boolean,
): Exclude<RunReport, Parked> {
  const { status, error, response, written } = outcome;
  const cost = JSON.stringify(costOf(outcome.traceSpans));
  const ended = { status, errorCode: error?.code ?? null, cost };
  if (!recorded) return { kind: 'taken-over', ...ended };
  const json = answerFor(row, outcome, wantsAnswer);
  const answer = json === null ? null : new TextEncoder().encode(json);
  return { kind: 'recorded', ...ended, answer, response, written };
}

function answerFor(row: RunTask['row'], outcome: RunOutcome, wanted: RunTask['wantsAnswer']): string | null {
  if (wanted === 'none') return null;
  return writeJson(wanted === 'exact' ? toRunResult(row, outcome) : toMaskedResult(row, outcome));
}

/** Records the end of a run that its process did not survive. */
export async function performEnd({ row, startedAtMs, error }: EndTask): Promise<Exclude<RunReport, Parked>> {
  const outcome = failedOutcome(error, await readSpans(row.executionId), await effectsOfLost(row));
  return recordFailed({ row, startedAtMs, wantsAnswer: 'none' }, outcome);
}

async function recordFailed(
  task: Pick<RunTask, 'row' | 'startedAtMs' | 'wantsAnswer'>,
  outcome: RunOutcome,
): Promise<Exclude<RunReport, Parked>> {
  const { row, startedAtMs } = task;
  const ended = completionOf({ row, outcome, startedAtMs, hasRow: true });
  return reportOf(task, outcome, await runRecorder().complete(ended));
}

/** Puts a queued execution where it is safe. */
export async function performAccept({ row, input, key, limits }: AcceptTask): Promise<boolean> {
  const whole = { ...row, input: utf8Of(input) };
  // It takes no part in debouncing: what many starts became must stay small.
  if (limits?.debounceSeconds === null) return (await acceptInLine([whole], limits, key)) !== null;
  if (key !== null) return startClaimed(key, [whole]);
  await runRecorder().accept(whole);
  return true;
}

export const performStartKey = ({ question, input }: StartKeyTask): string =>
  readStartKey(question, parseExact(utf8Of(input)) as Record<string, unknown>);

export const performFingerprint = ({ asked, input }: FingerprintTask): Uint8Array =>
  new Uint8Array(fingerprintOf({ ...asked, input: parseExact(utf8Of(input)) }));

async function readInput(row: RunTask['row']): Promise<ReturnType<typeof readStoredInput>> {
  const { executionId } = row;
  const { rows } = await pool().query<{ input: string }>(READ_INPUT, [executionId]);
  if (rows[0] === undefined) throw new Error(`Execution ${executionId} is gone.`);
  return readStoredInput(row, rows[0].input);
}

async function journalOf({ journal, row }: RunTask): Promise<Journal> {
  return journal === 'stored' ? readJournal(row.executionId) : (parseExact(journal) as Journal);
}

const utf8Of = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');

function asJson(event: RunEvent): ProcessEvent {
  const step = stepKey(event.blockId, event.iteration);
  return { type: event.type, step, json: writeJson(event) };
}
