import { blockDefinitions } from '../../core/blocks/registry/definitions';
import type { RecordedRun } from '../../core/replay/recorded-run';
import { lacksInput, reduceRecord } from '../../core/run-tests/reduce-record';
import { flatSpans, resultOf } from '../../core/run-tests/result-of';
import type { TestContent } from '../../core/run-tests/test-content';
import { whyNotKept } from '../../core/run-tests/why-not-kept';
import { AppError } from '../../platform/errors';
import { drawForCode } from '../../platform/sandbox/code-runner';
import { jsonLength } from '../../platform/text/json-length';
import { namesIn, type Replayed } from '../replay/replay-recorded';
import { isReplayable, logNotFound, type ReplayableRun, unreplayable } from '../replay/replay-stored';
import { compiledSnapshot } from '../runs/compiled/runnable-workflow';
import { readRecorded, recordedSizes } from '../runs/recorded/read-recorded';
import { environmentOf } from '../variables/environment';
import { replayBounded, type Tested } from './replay-test';
import { MAX_TEST_BYTES } from './schema';
import { tooLargeForTest } from './sealed-test';

/** A larger log is not read: what a test keeps of it would hardly be small enough. */
const MOST_LOG_BYTES = 16 * 1024 * 1024;

/** A run that a test may be made of, with the version that it ran, or was replayed with. */
export interface ContentOf extends Tested {
  recorded: RecordedRun;
}

/**
 * Makes a test's content of a log: what a replay needs of it, and what one on the version that ran gives.
 * Authorise the log first.
 * @throws AppError not_found, payload_too_large, request_timeout; conflict with the reason why it can't be
 * one
 */
export async function recordedContent(
  logId: string,
  signal: AbortSignal,
): Promise<{ content: TestContent; workflowId: string; doubts: Replayed['doubts'] }> {
  const { recorded, ...run } = await readForTest(logId);
  const { workspaceId, workflowId, version } = run;
  const compiled = await compiledSnapshot(workflowId, run.snapshotHash);
  const made = await contentOf({ workspaceId, compiled, version, recorded }, signal);
  return { ...made, workflowId };
}

/** Reads a run that may become a test. @throws AppError not_found, payload_too_large, conflict */
export async function readForTest(logId: string): Promise<ReplayableRun> {
  const size = (await recordedSizes([logId])).get(logId);
  if (size !== undefined && size.bytes > MOST_LOG_BYTES) throw tooLargeForTest();
  const [run] = await readRecorded([logId]);
  if (run === undefined) throw logNotFound();
  if (!isReplayable(run)) throw run.isPayloadDeleted ? unreplayable(run) : tooLargeForTest();
  const refusal = whyNotKept(run.recorded);
  if (refusal !== null) throw new AppError('conflict', refusal);
  return run;
}

/** @throws AppError payload_too_large, request_timeout, conflict */
export async function contentOf(
  { recorded: whole, ...tested }: ContentOf,
  signal: AbortSignal,
): Promise<{ content: TestContent; doubts: Replayed['doubts'] }> {
  const recorded = reduceRecord(whole, blockDefinitions);
  // A log holds less than the whole of an input only where that is much larger.
  if (lacksInput(recorded) || jsonLength(recorded.spans, MAX_TEST_BYTES) > MAX_TEST_BYTES)
    throw tooLargeForTest();
  const draws: Record<string, string> = {};
  const draw = (seed: string): string => {
    const drawn = drawForCode(seed);
    draws[seed] = drawn;
    return drawn;
  };
  // Read of the whole record: what is kept has no inputs of blocks, where most names stand.
  const variables = namesIn(whole.spans).filter((name) => tested.compiled.variableNames.includes(name));
  const { replayed, doubts } = await replayBounded({ recorded, draw, named: variables }, tested, signal);
  const [unanswered] = replayed.unanswered;
  if (unanswered !== undefined) throw new AppError('conflict', lacksResponse(replayed, unanswered));
  const { executionId, spans, error } = recorded;
  const environment = environmentOf(tested.version);
  const kept = { executionId, spans: [...spans], error, draws, variables, environment };
  return { content: { kept, expected: resultOf(replayed, blockDefinitions) }, doubts };
}

function lacksResponse({ outcome }: Replayed['replayed'], step: string): string {
  const name = flatSpans(outcome.traceSpans).find(({ id }) => id === step)?.name ?? step;
  return `The log of this run does not hold the whole response for “${name}”, so a test could not answer it.`;
}
