import { NestedSpace } from '../../core/engine/shorten-value';
import { type MockedRun as Ended, type MockedFrom, mockRun } from '../../core/mock/mock-run';
import { Outgrown, ReferenceBudget, ROOM_ON_THE_EVENT_LOOP } from '../../core/references/reference-budget';
import { drawsOf } from '../../core/run-tests/recorded-draws';
import { recordOf } from '../../core/run-tests/test-content';
import { AppError } from '../../platform/errors';
import type { Actor } from '../access/actor';
import { findLog } from '../logs/get-log';
import { type ReplayOf, replayPorts } from '../replay/replay-recorded';
import { logNotFound, PAYLOAD_DELETED } from '../replay/replay-stored';
import { readRunTest } from '../run-tests/find-run-test';
import { requireLogsToo } from '../run-tests/require-logs-too';
import { testedVersion } from '../run-tests/run-tests';
import type { TestedVersion } from '../run-tests/schema';
import { LARGE_BYTES } from '../runs/isolated/large-values';
import { readRecorded } from '../runs/recorded/read-recorded';
import { findWorkflow } from '../workflows/find-workflow';
import { MOST_MISSING, type MockedRun } from './schema';

const TIMEOUT_MS = 5_000;

interface RunMocked {
  /** The id of the workflow. */
  id: string;
  input: Record<string, unknown>;
  version: TestedVersion;
  /** One of these. */
  testId?: string | undefined;
  logId?: string | undefined;
}

type Source = MockedFrom & Pick<ReplayOf, 'named' | 'environment' | 'draw'>;

/**
 * Runs a workflow on the recorded answers of a test or a run. Sends and logs nothing.
 * @throws AppError not_found, forbidden, conflict, payload_too_large, request_timeout
 */
export async function runMocked(
  actor: Actor,
  { id, input, version, ...source }: RunMocked,
  signal: AbortSignal,
): Promise<{ data: MockedRun }> {
  requireLogsToo(actor);
  const { workspaceId } = await findWorkflow(actor, id, 'reader');
  const from = await sourceOf(actor, { id, workspaceId, ...source });
  const tested = await testedVersion(id, version);
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const ports = await replayPorts({
      ...tested,
      ...from,
      signal: AbortSignal.any([signal, timeout]),
      budget: new ReferenceBudget(ROOM_ON_THE_EVENT_LOOP),
    });
    const ended = await mockRun(tested.compiled, from, input, ports);
    if (timeout.aborted)
      throw new AppError('request_timeout', `It took more than ${TIMEOUT_MS / 1_000} s and was stopped.`);
    signal.throwIfAborted();
    return { data: shownOf(ended, tested.version) };
  } catch (error) {
    if (!(error instanceof Outgrown)) throw error;
    throw new AppError('payload_too_large', 'Its values take more memory than such a run may use.');
  }
}

/** Reads what answers. @throws AppError not_found, conflict, payload_too_large */
async function sourceOf(
  actor: Actor,
  { id, workspaceId, testId, logId }: Pick<RunMocked, 'id' | 'testId' | 'logId'> & { workspaceId: string },
): Promise<Source> {
  if (testId !== undefined) {
    const { content } = await readRunTest(actor, { id, testId }, 'reader');
    const { kept, expected } = content;
    return {
      recorded: recordOf(kept),
      sent: expected.sent,
      named: kept.variables,
      environment: kept.environment,
      draw: drawsOf(kept),
    };
  }
  const log = await findLog(actor, logId ?? '');
  const [run] = await readRecorded([log.id], LARGE_BYTES);
  if (run === undefined || run.workspaceId !== workspaceId) throw logNotFound();
  if (run.isPayloadDeleted) throw new AppError('conflict', PAYLOAD_DELETED);
  if (run.recorded === null)
    throw new AppError(
      'payload_too_large',
      'This run is too large: choose one whose log has less than 1 MB.',
    );
  return { recorded: run.recorded };
}

function shownOf({ outcome, missing, answered, takesInput }: Ended, version: number | null): MockedRun {
  const space = new NestedSpace();
  const shown = (value: unknown): unknown => space.shorten(value ?? null, () => null);
  const { status, error, loggedOutput } = outcome;
  return {
    version,
    status,
    output: shown(loggedOutput),
    error: error && { ...error },
    answered,
    missing: missing.slice(0, MOST_MISSING).map((one) => ({
      ...one,
      request: shown(one.request),
      nearest: shown(one.nearest),
    })),
    missingCount: missing.length,
    takesInput,
  };
}
