import type { RunEvent } from '../../../core/engine/ports';
import { AppError } from '../../../platform/errors';
import { loggedIds, type RequestIds } from '../../../platform/http/request-ids';
import { logger } from '../../../platform/logging/logger';
import { JsonText, writeJson } from '../../../platform/text/json-text';
import type { Actor } from '../../access/actor';
import { tellOfStart } from '../../outgoing-webhooks/tell-of-start';
import { readVariables } from '../../variables/read-variables';
import { workflowCalls } from '../calls/call-workflow';
import { executeRun } from '../execution/execute-run';
import { runLarge } from '../execution/run-large';
import { LargeInput, type RunInput } from '../isolated/large-input';
import { whileWaitedFor } from '../reading/waited-runs';
import { whileRunning } from '../recording/running-executions';
import type { Audience } from '../shapes/audience';
import type { RunIds } from '../shapes/execution-row';
import type { OnceKey } from '../shapes/requested-run';
import type { RunEnd, WaitedEnd } from '../shapes/run-end';
import { isHeld } from '../shapes/start-hold';
import { admit, requireRoom } from './admit';
import { limitsOf, placeOf } from './place-of-start';
import { startOnce } from './start-once';
import { type AdmittedRun, rowOf, type StartRequest } from './start-request';
import { type StoredStart, storeStart } from './store-start';

/** Completes the request of a known caller with what such requests have in common. */
export function callersRequest<Asked>(
  caller: Actor,
  { requestId, traceId, traceparent }: RequestIds,
  asked: Asked,
): Asked & Required<Pick<StartRequest, 'caller' | 'trigger' | 'ids'>> {
  const trigger = caller.kind === 'apiKey' ? 'api' : 'manual';
  return { ...asked, caller, trigger, ids: { requestId, traceId, traceparent } };
}

/**
 * `running`: the caller takes it on with `runToEnd`. `queued`: it will reach exactly one log, whatever
 * process dies. `repeated`: another call with its key started it, and it runs or has ended.
 */
export type StartedRun = RunningRun | { kind: 'queued' | 'repeated'; row: RunIds };
export type RunningRun = AdmittedRun & { kind: 'running' };

/** Starts what is asked for, or refuses it. @throws AppError in the order of `admit` */
export function startRun(
  request: StartRequest & { mode: 'sync'; once?: null; whenHeld?: never },
): Promise<RunningRun>;
export function startRun(request: StartRequest): Promise<StartedRun>;
export async function startRun(asked: StartRequest): Promise<StartedRun> {
  const request = whileHeld(asked);
  const { once, ids } = request;
  requireRoom(request.input);
  if (once) return startRunOnce(request, once);
  // A key that is none is refused before the run is counted.
  const known = typeof request.input === 'function' ? undefined : await placeOf(request, request.input);
  await admit(request);
  const input = await inputOf(request);
  const place = known === undefined ? await placeOf(request, input) : known;
  const row = rowOf(request, jsonOf(input), place);
  const stored = await storeStart(request, { row, input }, null);
  if (stored === null) throw new Error('A start without a key can’t lose one.');
  if (stored.kind === 'queued') {
    const { executionId } = stored.row;
    logger('runs').debug('a run was queued', { ...(ids && loggedIds(ids)), executionId });
  }
  return startedOf(request, { row, input }, stored);
}

/**
 * Leaves a run to the queue if its caller would rather have that than be refused: where a hold keeps it, and
 * where it becomes one with other starts.
 */
function whileHeld(request: StartRequest): StartRequest {
  const { workflow, trigger, mode, whenHeld } = request;
  if (mode !== 'sync' || whenHeld === undefined) return request;
  const isLeft = whenHeld === 'queue' && isHeld(workflow.hold, trigger);
  const isDebounced = (limitsOf(request)?.debounceSeconds ?? null) !== null;
  return isLeft || isDebounced ? { ...request, mode: 'async' } : request;
}

async function startRunOnce(request: StartRequest, once: OnceKey): Promise<StartedRun> {
  const { workflow } = request;
  const input = await inputOf(request);
  const place = await placeOf(request, input);
  const result: { stored: StoredStart | null } = { stored: null };
  const begun = await startOnce(once, {
    newRows: () => [rowOf(request, jsonOf(input), place)],
    admit: () => admit(request),
    store: async ([row]) => {
      result.stored = await storeStart(request, { row, input }, once);
      return result.stored !== null;
    },
  });
  if (!begun.isOwn) {
    const { executionId, logId } = begun.claim;
    return { kind: 'repeated', row: { executionId, logId, workspaceId: workflow.workspaceId } };
  }
  return startedOf(request, { row: begun.rows[0], input }, result.stored!);
}

const startedOf = (
  request: StartRequest,
  run: Pick<AdmittedRun, 'row' | 'input'>,
  stored: StoredStart,
): StartedRun => (stored.kind === 'running' ? running(request, { ...run, ...stored.begun }) : stored);

const inputOf = async ({ input }: StartRequest): Promise<RunInput> =>
  typeof input === 'function' ? input() : input;

/** A large one is written elsewhere. */
const jsonOf = (input: RunInput): string => (input instanceof LargeInput ? '' : writeJson(input));

function running(
  { workflow, ids, restored, notes }: StartRequest,
  begun: Pick<AdmittedRun, 'row' | 'input' | 'hasRow' | 'inLineMs'>,
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
    await tellOfStart(row, startedAtMs);
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
