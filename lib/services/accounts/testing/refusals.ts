import { deepEqual } from 'node:assert/strict';
import { type ErrorCode, isAppError } from '../../../platform/errors';
import type { Actor } from '../../access/actor';
import type { TestWorkspace } from './test-workspace';

/** Returns the code a promise is rejected with; `done` if it isn't. */
export async function refusalOf(promise: Promise<unknown>): Promise<ErrorCode | 'done'> {
  try {
    await promise;
    return 'done';
  } catch (error) {
    if (isAppError(error)) return error.code;
    throw error;
  }
}

type Person = 'owner' | 'admin' | 'writer' | 'reader' | 'stranger';

/** Runs `act` as each person, the least trusted first, and compares the outcomes. */
export async function expectOutcomes(
  workspace: TestWorkspace,
  act: (actor: Actor) => Promise<unknown>,
  expected: Partial<Record<Person, ErrorCode | 'done'>>,
): Promise<void> {
  const outcomes: typeof expected = {};
  for (const person of ['stranger', 'reader', 'writer', 'admin', 'owner'] as const)
    if (expected[person] !== undefined) outcomes[person] = await refusalOf(act(workspace[person]));
  deepEqual(outcomes, expected);
}
