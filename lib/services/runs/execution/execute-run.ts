import type { CalledWorkflow } from '../../../core/blocks/outside-work';
import type { CompiledWorkflow } from '../../../core/engine/compile-workflow';
import type {
  JournalEntry,
  OutsideCall,
  OutsideServers,
  RunEvent,
  RunOutcome,
  RunRequest,
  StepNote,
} from '../../../core/engine/ports';
import { runWorkflow } from '../../../core/engine/run-workflow';
import type { PreparedRules } from '../../../core/redaction/rules';
import { ReferenceBudget, ROOM_ON_THE_EVENT_LOOP } from '../../../core/references/reference-budget';
import { markRun } from '../../../platform/event-loop/marks';
import { loggedIds, type RequestIds } from '../../../platform/http/request-ids';
import { giveWay } from '../../../platform/in-slices';
import type { OutboundClient } from '../../../platform/outbound-http/contract';
import { outboundClient } from '../../../platform/outbound-http/outbound-client';
import { thisProcess } from '../../../platform/postgres/process-lease';
import { codeRunner } from '../../../platform/sandbox/code-runner';
import type { CodeRunner } from '../../../platform/sandbox/contract';
import type { JsonText } from '../../../platform/text/json-text';
import { MOST_IN_A_TURN } from '../../../platform/text/slices-of-text';
import { tellOfStart } from '../../outgoing-webhooks/tell-of-start';
import { readRedaction } from '../../redaction/read-redaction';
import { readVariables, type Variables } from '../../variables/read-variables';
import { journalWriter } from '../journal/journal-writer';
import { startOfRun } from '../journal/start-of-run';
import { isKnownAway } from '../outages/known-outages';
import { reportAnswer } from '../outages/report-answer';
import { completionOf, type EndedRun } from '../recording/completion-of';
import { countRun } from '../recording/count-run';
import type { JournalRecord } from '../recording/insert-steps';
import { type Park, parkExecution } from '../recording/parked-runs';
import { runRecorder } from '../recording/run-recorder';
import { whileRunning } from '../recording/running-executions';
import type { Audience } from '../shapes/audience';
import type { ExecutionRow } from '../shapes/execution-row';
import type { EndedHere, Parked, RunEnd, TakenOver } from '../shapes/run-end';
import { becomeResumable } from '../waits/become-resumable';
import { RunWaits } from '../waits/run-waits';
import { inputsOfCalled } from './called-inputs';
import { runLarge } from './run-large';
import { runPorts } from './run-ports';
import { RunTransfer } from './run-transfer';
import { hanging } from './test-hang';

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
  /** Notes of an earlier try about blocks that had not ended. */
  notes?: readonly StepNote[];
  /** True if a process had begun it before. */
  isContinued?: boolean;
  /** Runs the workflows that it calls. */
  callWorkflow: CallWorkflow;
  /** The calling run, if another run calls this one. */
  caller?: Caller;
  onEvent?: (event: RunEvent | JsonText) => void;
  audience?: Audience;
  /** Ids of the request that waits for it, for the log's lines. */
  ids?: RequestIds;
}

/** The state of a calling run that the called run needs. */
export interface Caller {
  row: ExecutionRow;
  /** True if it goes on from a journal, so that its calls may have been made before. */
  isResumed: boolean;
  /** Ends with the call. */
  signal: AbortSignal;
  steps: { taken: number };
  /** The budget of all these runs for what references make. */
  budget: ReferenceBudget;
  waits: RunWaits;
}

export type CallWorkflow = (caller: Caller, call: OutsideCall) => Promise<CalledWorkflow>;

/**
 * Runs an execution to its end and records it; once its values are large it goes on in another process.
 * Blocks' failures are outcomes; it throws only when the end can't be recorded.
 */
export function executeRun(execution: Execution): Promise<RunEnd> {
  const { row, onEvent, restored, caller, audience } = execution;
  return whileRunning(row, async (controller, claimedAtMs) => {
    const startedAtMs = startOfRun(spansOf(restored), claimedAtMs);
    if (caller) abortWith(controller, caller.signal);
    // Before the start record: a run that is refused for want of them has not begun, and must leave nothing.
    const [variables, redaction] = await Promise.all([readVariables(row), readRedaction(row)]);
    const start = row.mode === 'sync' && execution.hasRow !== true ? runRecorder().noteStart(row) : null;
    const told = execution.isContinued ? null : tellOfStart(row, startedAtMs);
    const hasStarted = async (): Promise<boolean> => start === null || (await start.settle());
    try {
      const onTurn = () => markTurn(row);
      const transfer = new RunTransfer(execution, { onEvent, onTurn });
      const { outcome, journalled, waits, budget } = begin(execution, {
        controller,
        variables,
        redaction,
        http: transfer.http(hanging(outboundClient(), 'event loop')),
        code: transfer.code(codeRunner(row.workspaceId)),
        hasRow: hasStarted,
        transfer,
        onTurn,
        counts: (entry) => transfer.note(entry),
        ...(onEvent === undefined ? {} : { onEvent: (event) => transfer.tell(event) }),
        ...(audience === 'chat' && { exactText: true }),
      });
      const end = await Promise.race([outcome, transfer.state, waits.parked]);
      const [hasRow] = await Promise.all([row.mode === 'async' || hasStarted(), journalled(), told]);
      if (budget.size > MOST_IN_A_TURN) await giveWay();
      onTurn(); // marks the run, because writing its end takes the longer the larger it is
      if ('status' in end) return await record({ row, outcome: end, startedAtMs, hasRow });
      if ('awaits' in end) return park(row, end);
      const { signal } = controller;
      const whose = audience && { audience };
      return await runLarge({ row, startedAtMs, signal, variables, hasRow, ...whose, ...end });
    } finally {
      start?.settle(); // also if the run failed on our side: no start record may come after its end
    }
  });
}

/** Does the same in a process for runs, where it stays whatever the size of its values. Its row is stored. */
export async function runHere(
  execution: Omit<Execution, 'onEvent' | 'hasRow'>,
  { startedAtMs, ...setting }: Omit<Setting, 'hasRow'> & { startedAtMs: number },
): Promise<(EndedHere & { recorded: boolean }) | Parked | TakenOver> {
  const { row, caller, restored } = execution;
  if (caller) abortWith(setting.controller, caller.signal);
  const { outcome, journalled, waits } = begin(execution, { ...setting, hasRow: async () => true });
  const end = await Promise.race([outcome, waits.parked]);
  await journalled();
  if ('awaits' in end) return park(row, end);
  const ended = { row, outcome: end, startedAtMs: startOfRun(spansOf(restored), startedAtMs), hasRow: true };
  const { recorded, outcome: logged } = await complete(ended);
  return { kind: 'ended', outcome: logged, recorded };
}

const park = async (row: ExecutionRow, end: Park): Promise<Parked | TakenOver> => {
  return { kind: (await parkExecution(row, end)) ? 'parked' : 'taken-over' };
};

interface Setting {
  controller: AbortController;
  variables: Variables;
  /** Null: nothing is redacted. */
  redaction: PreparedRules | null;
  http: OutboundClient;
  code: CodeRunner;
  /**
   * Called after each block; returns true while the run's results still count. If it throws, the run ends.
   */
  counts: (entry: JournalEntry) => boolean;
  /** Resolves to true if its row is stored by now. */
  hasRow: () => Promise<boolean>;
  onTurn?: () => void;
  /** Set for a run that may leave this process. */
  transfer?: RunTransfer;
  onEvent?: (event: RunEvent) => void;
  exactText?: boolean;
}

interface BegunRun {
  outcome: Promise<RunOutcome>;
  journalled: () => Promise<void>;
  waits: RunWaits;
  budget: ReferenceBudget;
}

/** Marks the run that has the event loop, in case the loop stands still. */
export const markTurn = ({ executionId, call }: ExecutionRow): void =>
  markRun(executionId, call?.rootId ?? executionId);

const requestOf = ({ executionId, entryBlock }: ExecutionRow, input: unknown): RunRequest => ({
  executionId,
  input,
  ...(entryBlock !== undefined && { entryBlock }),
});

function begin(execution: Omit<Execution, 'onEvent'>, setting: Setting): BegunRun {
  const { row, compiled, input, restored, notes = [], ids, caller, callWorkflow } = execution;
  const { counts, controller, hasRow, transfer, onEvent, onTurn, exactText } = setting;
  const about = { ...(ids && loggedIds(ids)), executionId: row.executionId };
  const journal = journalWriter(row, { about, onTakenOver: () => controller.abort() });
  // The records a synchronous run needs to become resumable; others have them on disk, or never need them.
  const keeps = !transfer && compiled.mayWait && row.mode === 'sync';
  const records: JournalRecord[] = keeps ? [...(restored ?? []), ...notes] : [];
  const waits = new RunWaits(
    row,
    once(async () => {
      await caller?.waits.becomeResumable();
      if (row.mode === 'async') return;
      await becomeResumable({ row, hasRow, journal: () => transfer?.records ?? records });
    }),
  );
  const steps = caller?.steps ?? { taken: 0 };
  const budget = caller?.budget ?? new ReferenceBudget(transfer ? ROOM_ON_THE_EVENT_LOOP : null);
  const call = (asked: OutsideCall): Promise<CalledWorkflow> => {
    const { signal } = asked;
    return callWorkflow({ row, isResumed: restored !== undefined, signal, steps, budget, waits }, asked);
  };
  const wait = waits.wait.bind(waits);
  const outcome = runWorkflow(
    compiled,
    requestOf(row, input),
    runPorts({
      about,
      variables: setting.variables,
      http: setting.http,
      code: setting.code,
      ...(onEvent && { onEvent }),
      ...(onTurn && { onTurn }),
      ...(exactText && { exactText }),
      ...(row.secrets && { callersSecrets: row.secrets }),
      ...(setting.redaction && { redaction: setting.redaction }),
      workspaceId: row.workspaceId,
      files: { ...row, rootId: row.call?.rootId ?? row.executionId },
      traced: row,
      signal: controller.signal,
      steps,
      budget,
      ...(transfer && { leave: () => transfer.leave() }),
      ...(compiled.mayWait && {
        workflowInputs: (id: string) => inputsOfCalled(row.workspaceId, id),
        callWorkflow: transfer ? transfer.calls(call) : call,
        wait: transfer ? transfer.waits(wait) : wait,
        servers: transfer ? transfer.servers(serversOf(row, waits)) : serversOf(row, waits),
        standsStill: () => waits.standsStill(),
      }),
      journal: (entry) => {
        if (!counts(entry)) return;
        if (keeps) records.push(entry);
        return journal.keep(entry);
      },
      keepNote: (note) => {
        transfer?.keep(note);
        if (keeps) records.push(note);
        return journal.note(note);
      },
      notes,
      tryId: thisProcess().id,
      ...(restored === undefined ? {} : { restored }),
    }),
  );
  return { outcome, journalled: journal.allWritten, waits, budget };
}

/** A run with a caller who waits doesn't wait itself, so it asks nothing. */
const serversOf = (row: ExecutionRow, waits: RunWaits): OutsideServers => ({
  isAway: (origin) => row.mode === 'async' && isKnownAway(row.workspaceId, origin),
  answered: (origin) => reportAnswer(row.workspaceId, origin),
  wait: (wait) => waits.waitForServer(wait),
});

const spansOf = (restored: readonly JournalEntry[] = []) => restored.map(({ span }) => span);

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => (done ??= work());
}

function abortWith(controller: AbortController, signal: AbortSignal): void {
  if (signal.aborted) controller.abort();
  else signal.addEventListener('abort', () => controller.abort(), { once: true });
}

async function record(end: EndedRun): Promise<RunEnd> {
  const { row, startedAtMs } = end;
  const { recorded, outcome: logged } = await complete(end);
  countRun({ row, startedAtMs, recorded, status: logged.status, errorCode: logged.error?.code ?? null });
  return recorded ? { kind: 'ended', outcome: logged } : { kind: 'taken-over' };
}

/** `outcome`: as its log has it, which may say that its values could not be stored. */
async function complete(end: EndedRun): Promise<{ recorded: boolean; outcome: RunOutcome }> {
  let { outcome } = end;
  const recorded = await runRecorder().complete(completionOf(end), (error) => {
    outcome = { ...outcome, status: 'error', level: 'error', error };
  });
  return { recorded, outcome };
}
