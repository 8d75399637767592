import { AppError } from '../../../platform/errors';
import { processSingleton } from '../../../platform/process-singleton';

/** A fifth of what a process answers at a time: one workspace can't keep the others from being answered. */
const MAX_WAITED_FOR = 1_000;

/** The number of runs here that a caller waits for, by workspace; none of 0. */
const waitedFor = (): Map<string, number> => processSingleton('waited-runs', () => new Map());

/** Counts a run, or a block sent alone, for as long as its caller waits. */
export async function whileWaitedFor<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
  const counts = waitedFor();
  counts.set(workspaceId, (counts.get(workspaceId) ?? 0) + 1);
  try {
    return await work();
  } finally {
    const left = (counts.get(workspaceId) ?? 1) - 1;
    if (left === 0) counts.delete(workspaceId);
    else counts.set(workspaceId, left);
  }
}

/** @throws AppError rate_limited */
export function requireRoomToWait(workspaceId: string): void {
  if ((waitedFor().get(workspaceId) ?? 0) < MAX_WAITED_FOR) return;
  const many = MAX_WAITED_FOR.toLocaleString('en');
  throw new AppError(
    'rate_limited',
    `This workspace has ${many} runs whose callers wait for the result. Try again once some have ended, ` +
      'or start it with mode=async.',
    { headers: { 'retry-after': '1' } },
  );
}
