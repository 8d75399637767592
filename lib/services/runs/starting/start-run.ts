import type { RunEvent } from '../../../core/engine/ports';
import { AppError } from '../../../platform/errors';
import { loggedIds, type RequestIds } from '../../../platform/http/request-ids';
import { logger } from '../../../platform/logging/logger';
import { pool } from '../../../platform/postgres/db';
import { withDatabaseRetry } from '../../../platform/postgres/with-database-retry';
import { JsonText, writeJson } from '../../../platform/text/json-text';
import type { Actor } from '../../access/actor';
import { readVariables } from '../../variables/read-variables';
import { workflowCalls } from '../calls/call-workflow';
import type { RunnableWorkflow } from '../compiled/runnable-workflow';
import { type Execution, executeRun } from '../execution/execute-run';
import { runLarge } from '../execution/run-large';
import { isolatedPool } from '../isolated/isolated-pool';
import { LargeInput, type RunInput } from '../isolated/large-input';
import { whileWaitedFor } from '../reading/waited-runs';
import { insertExecutions } from '../recording/insert-executions';
import { runRecorder } from '../recording/run-recorder';
import { claimedHere, whileRunning } from '../recording/running-executions';
import type { Audience } from '../shapes/audience';
import { type ExecutionRow, executionRow } from '../shapes/execution-row';
import type { OnceKey } from '../shapes/requested-run';
import type { RunEnd, WaitedEnd } from '../shapes/run-end';
import { isHeld, type WaitingCallers } from '../shapes/start-hold';
import { admit, requireRoom } from './admit';
import { startClaimed } from './idempotency-key';
import { type NewRows, startOnce } from './start-once';

/** A caller of a batch waits for it. */
const STORE_BATCH_WITHIN_MS = 5_000;

/** A request for a run of a version of a workflow. Triggers make one, and do nothing else to start a run. */
export interface StartRequest extends Pick<Execution, 'ids' | 'restored' | 'notes'> {
  workflow: RunnableWorkflow;
  trigger: ExecutionRow['trigger'];
  /** Id of the block where it begins; by default at Start. */
  entryBlock?: string | undefined;
  /** The input, or a function that makes it once the run is admitted. */
  input: RunInput | (() => Promise<RunInput>);
  tags?: readonly string[] | undefined;
  /** `sync` if the caller waits for the end, `async` if it leaves it to the queue. */
  mode: ExecutionRow['mode'];
  /** Null: whoever knows the address of a trigger. */
  caller: Actor | null;
  /**
   * For a caller who waits and can be answered 202: what it gets while the workflow is held. Default:
   * refused.
   */
  whenHeld?: WaitingCallers;
  /** Runs nothing again that was started with this key within 24 hours. */
  once?: OnceKey | null;
}

/** Completes the request of a known caller with what such requests have in common. */
export function callersRequest<Asked>(
  caller: Actor,
  { requestId, traceId, traceparent }: RequestIds,
  asked: Asked,
): Asked & Required<Pick<StartRequest, 'caller' | 'trigger' | 'ids'>> {
  const trigger = caller.kind === 'apiKey' ? 'api' : 'manual';
  return { ...asked, caller, trigger, ids: { requestId, traceId, traceparent } };
}

/** A run that may begin. */
export interface AdmittedRun
  extends Pick<Execution, 'row' | 'compiled' | 'hasRow' | 'ids' | 'restored' | 'notes'> {
  input: RunInput;
}

/** The ids of a run that another call started. */
export type StartedRow = Pick<ExecutionRow, 'executionId' | 'logId' | 'workspaceId'>;

/**
 * `running`: the caller takes it on with `runToEnd`. `queued`: it will reach exactly one log, whatever
 * process dies. `repeated`: another call with its key started it, and it runs or has ended.
 */
export type StartedRun = RunningRun | { kind: 'queued' | 'repeated'; row: StartedRow };
export type RunningRun = AdmittedRun & { kind: 'running' };

/** Starts what is asked for, or refuses it. @throws AppError in the order of `admit` */
export function startRun(
  request: StartRequest & { mode: 'sync'; once?: null; whenHeld?: never },
): Promise<RunningRun>;
export function startRun(request: StartRequest): Promise<StartedRun>;
export async function startRun(asked: StartRequest): Promise<StartedRun> {
  const request = whileHeld(asked);
  const { once, mode, ids } = request;
  requireRoom(request.input);
  if (once) return startRunOnce(request, once);
  await admit(request);
  const input = await inputOf(request);
  const row = rowOf(request, jsonOf(input));
  if (mode === 'sync') return running(request, { row, input });
  await acceptExecution(row, input);
  logger('runs').debug('a run was queued', { ...(ids && loggedIds(ids)), executionId: row.executionId });
  return { kind: 'queued', row };
}

/**
 * Leaves a run to the queue, where the hold keeps it, if its caller would rather have that than be refused.
 */
function whileHeld(request: StartRequest): StartRequest {
  const { workflow, trigger, mode, whenHeld } = request;
  const isLeft = mode === 'sync' && whenHeld === 'queue' && isHeld(workflow.hold, trigger);
  return isLeft ? { ...request, mode: 'async' } : request;
}

async function startRunOnce(request: StartRequest, once: OnceKey): Promise<StartedRun> {
  const { mode, workflow } = request;
  const input = await inputOf(request);
  const begun = await startOnce(once, {
    newRows: () => [rowOf(request, jsonOf(input))],
    admit: () => admit(request),
    store: ([row]) => storeHere(once, row, input),
  });
  if (!begun.isOwn) {
    const { executionId, logId } = begun.claim;
    return { kind: 'repeated', row: { executionId, logId, workspaceId: workflow.workspaceId } };
  }
  const [row] = begun.rows;
  return mode === 'sync' ? running(request, { row, input, hasRow: true }) : { kind: 'queued', row };
}

/** Many runs that were queued together. */
export interface StartedRuns {
  kind: 'queued' | 'repeated';
  executionIds: readonly string[];
}

/**
 * Queues one run for each input, all or none; once this returns each will reach exactly one log.
 * @param inputs JSON, none of them large
 * @throws AppError in the order of `admit`
 */
export async function startRuns(
  request: Omit<StartRequest, 'input' | 'mode'>,
  inputs: readonly string[],
): Promise<StartedRuns> {
  const { workflow, trigger, caller, once } = request;
  const mode = 'async';
  requireRoom(null);
  const admitAll = () => admit({ workflow, trigger, caller, mode, count: inputs.length });
  const newRows = (): NewRows => {
    const [first, ...others] = inputs.map((input) => rowOf({ ...request, mode }, input));
    return [first!, ...others];
  };
  if (once) {
    const begun = await startOnce(once, {
      newRows,
      admit: admitAll,
      store: (rows) => startClaimed(once, rows),
    });
    return begun.isOwn
      ? { kind: 'queued', executionIds: begun.rows.map(({ executionId }) => executionId) }
      : { kind: 'repeated', executionIds: begun.claim.executionIds };
  }
  await admitAll();
  const rows = newRows();
  // Written twice they would run twice: better refused, and sent again by the caller.
  await withDatabaseRetry(() => insertExecutions(pool(), rows, null), {
    repeatable: false,
    giveUpAfterMs: STORE_BATCH_WITHIN_MS,
  });
  return { kind: 'queued', executionIds: rows.map(({ executionId }) => executionId) };
}

const inputOf = async ({ input }: StartRequest): Promise<RunInput> =>
  typeof input === 'function' ? input() : input;

/** A large one is written elsewhere. */
const jsonOf = (input: RunInput): string => (input instanceof LargeInput ? '' : writeJson(input));

const rowOf = (request: Omit<StartRequest, 'input'>, input: string): ExecutionRow => {
  const { workflow, trigger, entryBlock, tags, mode, ids } = request;
  return executionRow(workflow, { trigger, entryBlock, tags, mode, input, traceparent: ids?.traceparent });
};

function running(
  { workflow, ids, restored, notes }: StartRequest,
  begun: Pick<AdmittedRun, 'row' | 'input' | 'hasRow'>,
): RunningRun {
  return {
    kind: 'running',
    ...begun,
    compiled: workflow.compiled,
    ...(ids && { ids }),
    ...(restored && { restored }),
    ...(notes && { notes }),
  };
}

/** Settles once the queued execution is safe on disk. */
async function acceptExecution(row: ExecutionRow, input: RunInput): Promise<void> {
  if (input instanceof LargeInput)
    await isolatedPool().runInBodyProcess(
      { kind: 'accept', row, input: input.json, key: null },
      input.json.length,
    );
  else await runRecorder().accept(row);
}

/**
 * Until it runs it is listed as this process's, however late the database's answer comes: otherwise it would
 * be taken for a lost one.
 */
async function storeHere(
  { signal: _, ...key }: OnceKey,
  row: ExecutionRow,
  input: RunInput,
): Promise<boolean> {
  claimedHere().add(row.executionId);
  try {
    if (!(input instanceof LargeInput)) return await startClaimed(key, [row]);
    // Nobody reads the stored input of a run that its caller waits for.
    if (row.mode === 'sync') return await startClaimed(key, [{ ...row, input: '{}' }]);
    return await isolatedPool().runInBodyProcess(
      { kind: 'accept', row, input: input.json, key },
      input.json.length,
    );
  } finally {
    claimedHere().delete(row.executionId);
  }
}

/** The receiver of a run's events while it goes on, and what it may see. */
interface RunListener {
  onEvent?: (event: RunEvent | JsonText) => void;
  audience?: Audience;
}

/** Runs it to its end, or until it is parked. @throws AppError unavailable */
export async function runToEnd(run: AdmittedRun, listener: RunListener = {}): Promise<WaitedEnd> {
  const { row } = run;
  const end = await whileWaitedFor(row.workspaceId, () => execute(run, listener));
  if (end.kind === 'taken-over')
    throw new AppError(
      'unavailable',
      `This process did not respond for so long that the execution was ended. Its log is ${row.logId}.`,
    );
  if (end.kind !== 'large') return end;
  const { answer } = end;
  if (answer === null) throw new Error('A process gave no result for a run that is waited for.');
  return { ...end, answer };
}

const callWorkflow = workflowCalls(executeRun);

function execute(
  { input, ...run }: AdmittedRun,
  { onEvent, audience = 'caller' }: RunListener,
): Promise<RunEnd> {
  if (!(input instanceof LargeInput))
    return executeRun({ ...run, input, audience, callWorkflow, ...(onEvent && { onEvent }) });
  const { json } = input;
  const { row, hasRow = false } = run;
  return whileRunning(row, async ({ signal }, startedAtMs) => {
    const variables = await readVariables(row);
    return runLarge({
      row,
      startedAtMs,
      signal,
      variables,
      hasRow,
      input: json,
      journal: [],
      bytes: json.length,
      audience,
      ...(onEvent === undefined ? {} : { onEvent: (event) => onEvent(new JsonText(event.json)) }),
    });
  });
}
