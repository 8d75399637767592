import { blockDefinitions } from '../../core/blocks/registry/definitions';
import type { CompiledWorkflow } from '../../core/engine/compile-workflow';
import { Outgrown, ReferenceBudget, ROOM_ON_THE_EVENT_LOOP } from '../../core/references/reference-budget';
import { type Expectation, type Judgement, judgeRun } from '../../core/run-tests/judge-run';
import { drawsOf } from '../../core/run-tests/recorded-draws';
import { type KeptRun, recordOf } from '../../core/run-tests/test-content';
import { AppError, isAppError } from '../../platform/errors';
import { type Replayed, type ReplayOf, replayOnly } from '../replay/replay-recorded';

const TIMEOUT_MS = 5_000;

/** The version that a test runs. */
export interface Tested {
  workspaceId: string;
  compiled: CompiledWorkflow;
  version: number | null;
}

type Draw = (seed: string) => string;

/** @throws AppError request_timeout, payload_too_large */
export function replayKept(kept: KeptRun, tested: Tested, signal: AbortSignal): Promise<Replayed> {
  const { variables: named, environment } = kept;
  const asked = { recorded: recordOf(kept), draw: drawsOf(kept), named, environment };
  return replayBounded(asked, tested, signal);
}

/**
 * Replays a record on the event loop, within a test's time and memory.
 * @throws AppError request_timeout, payload_too_large
 */
export async function replayBounded(
  asked: Pick<ReplayOf, 'recorded' | 'named' | 'environment'> & { draw: Draw },
  tested: Tested,
  signal: AbortSignal,
): Promise<Replayed> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const replayed = await replayOnly({
      ...tested,
      ...asked,
      signal: AbortSignal.any([signal, timeout]),
      budget: new ReferenceBudget(ROOM_ON_THE_EVENT_LOOP),
    });
    if (timeout.aborted)
      throw new AppError('request_timeout', `It took more than ${TIMEOUT_MS / 1000} s and was stopped.`);
    if (signal.aborted)
      throw new AppError('request_timeout', 'It was stopped, because all tests together took too long.');
    return replayed;
  } catch (error) {
    if (!(error instanceof Outgrown)) throw error;
    throw new AppError('payload_too_large', 'Its values take more memory than a test may use.');
  }
}

/** The judgement of a test; `problem` says why there is none. */
export interface Tried extends Judgement, Pick<Replayed, 'doubts'> {
  problem: string | null;
}

/** Replays a test and compares it with what it expects. */
export async function tryTest(
  { kept, ...expectation }: Expectation & { kept: KeptRun },
  tested: Tested,
  signal: AbortSignal,
): Promise<Tried> {
  try {
    const { replayed, doubts } = await replayKept(kept, tested, signal);
    const judgement = judgeRun(tested.compiled, replayed, expectation, blockDefinitions);
    return { ...judgement, doubts, problem: null };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { differences: [], count: 0, doubts: [], problem: error.message };
  }
}
