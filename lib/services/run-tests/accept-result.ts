import { blockDefinitions } from '../../core/blocks/registry/definitions';
import { resultOf } from '../../core/run-tests/result-of';
import { AppError } from '../../platform/errors';
import type { Actor } from '../access/actor';
import { readRunTest, type TestKey } from './find-run-test';
import { replayKept } from './replay-test';
import { testedVersion } from './run-tests';
import type { RunTest, TestedVersion } from './schema';
import { updateRunTest } from './update-run-test';

/**
 * Makes what a version gives now what a test expects.
 * @throws AppError not_found, forbidden, payload_too_large, request_timeout; conflict while a request has no
 * recorded response
 */
export async function acceptResult(
  actor: Actor,
  { version, ...key }: TestKey & { version: TestedVersion },
  signal: AbortSignal,
): Promise<{ data: RunTest }> {
  const { test, content } = await readRunTest(actor, key, 'writer');
  const tested = await testedVersion(key.id, version);
  const { replayed } = await replayKept(content.kept, tested, signal);
  if (replayed.unanswered.size > 0)
    throw new AppError(
      'conflict',
      'This version sends a request that the test has no response for. Run it, and keep that run as a test.',
    );
  const expected = resultOf(replayed, blockDefinitions);
  return updateRunTest(actor, { ...key, expected, revision: test.revision });
}
