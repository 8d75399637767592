import { AppError } from '../../../platform/errors';
import { LargeInput, type RunInput } from '../isolated/large-input';
import { CANCELLED, NOT_STARTED, recordEnd } from '../journal/recover-executions';
import { whileWaitedFor } from '../reading/waited-runs';
import { claimedHere } from '../recording/running-executions';
import type { ExecutionRow } from '../shapes/execution-row';
import type { IdempotencyKey } from '../shapes/requested-run';
import type { RunLimits } from '../shapes/run-limits';
import { noRoom, standInLine } from '../turns/accept-in-line';
import { awaitTurn, leaveLine, leaveToQueue } from '../turns/await-turn';

/** Senders and proxies give up about then. */
const IN_LINE_WITHIN_MS = 55_000;

interface Waiting {
  row: ExecutionRow;
  input: RunInput;
  limits: RunLimits;
  key: IdempotencyKey | null;
  /** The caller can be answered 202: then the run keeps its place when the time is over. */
  mayQueue: boolean;
  withinMs?: number | undefined;
}

/**
 * Stores a run whose caller waits, and waits for its turn. @returns `running` once it may begin here; `queued`
 * if the time is over and it goes on without its caller; null when another call had taken the key over
 * @throws AppError rate_limited if there is no room and it must not wait, or for too long; conflict if it was
 * replaced or cancelled meanwhile; unavailable
 */
export async function startInTurn(start: Waiting): Promise<'running' | 'queued' | null> {
  const { row, limits, key, input } = start;
  const { executionId, workspaceId } = row;
  // Nobody else reads the input of one that never leaves this process.
  const stored = input instanceof LargeInput ? { ...row, input: '{}' } : row;
  claimedHere().add(executionId);
  try {
    const hasTurn = await standInLine(stored, limits, key);
    if (hasTurn === null) return null;
    return hasTurn ? 'running' : await whileWaitedFor(workspaceId, () => waitInLine(start));
  } finally {
    claimedHere().delete(executionId);
  }
}

async function waitInLine(start: Waiting): Promise<'running' | 'queued'> {
  const { row, input, key, mayQueue, withinMs = IN_LINE_WITHIN_MS } = start;
  const { executionId } = row;
  for (let leftMs = withinMs; ; leftMs = 0) {
    const turn = await awaitTurn(executionId, leftMs);
    if (turn.kind === 'granted') return 'running';
    if (turn.kind === 'gone')
      throw new AppError('unavailable', 'This run was deleted while it waited for its turn.');
    if (turn.kind === 'ended') {
      await recordEnd(row, Date.now(), turn.reason === null ? CANCELLED : NOT_STARTED[turn.reason]);
      throw endedInLine(turn.reason !== null);
    }
    if (mayQueue && !(input instanceof LargeInput)) {
      if (await leaveToQueue(executionId)) return 'queued';
    } else if (await leaveLine(executionId, key)) throw noRoom();
  }
}

const endedInLine = (isReplaced: boolean): AppError =>
  new AppError(
    'conflict',
    isReplaced
      ? 'A newer start took the place of this one while it waited for its turn, so it was not run.'
      : 'This run was cancelled while it waited for its turn.',
    { extensions: { busy: true } },
  );
