import { LOWEST_ID } from '../../../platform/ids';
import type { Claimed } from '../../../platform/postgres/claim-loop';
import { type ClaimedExecution, type ClaimedLine, type ClaimRoom, claimExecutions } from './claim-executions';

/** The share of the slots kept for workspaces that have nothing under way here: one slot each. */
const KEPT_SHARE = 1 / 4;

/** Memory for large values, as this process has it. */
export interface LargeRoom {
  /** Runs with large values that may be under way at the same time. */
  readonly most: number;
  /** Runs that could start now, in addition. */
  readonly free: number;
}

export interface ClaimTurns {
  claim(room: number, inFlight: Iterable<ClaimedExecution>): Promise<Claimed<ClaimedExecution>>;
  /** Returns true if an end may let something start that had to wait although there was room. */
  frees(ended: ClaimedExecution): boolean;
}

/**
 * Claims from the queue in turns by workspace. Some slots are kept for workspaces that have none, so that
 * the next workspace's run starts immediately, whatever one workspace queues.
 */
export function claimsByTurns(slots: number, large: LargeRoom): ClaimTurns {
  const shared = slots - keptOf(slots);
  let afterSmall = LOWEST_ID;
  let afterLarge = LOWEST_ID;
  // True if something may wait for shared slots; then each end is looked at, however many come together.
  let mayWait = true;
  return {
    async claim(room, inFlight) {
      const items = [...inFlight];
      const small: ClaimRoom = {
        room,
        shared: Math.max(0, shared - items.length),
        held: heldBy(items),
        after: afterSmall,
      };
      const largeRoom: ClaimRoom = {
        room: Math.min(room, large.free),
        shared: Math.max(0, Math.min(small.shared, large.free - keptOf(large.most))),
        held: heldBy(items.filter(({ isLarge }) => isLarge)),
        after: afterLarge,
      };
      mayWait = true; // ends during this claim may make room for what it leaves
      const claimed = await claimExecutions(small, largeRoom);
      mayWait = small.shared === 0 || claimed.small.hasMore || claimed.large.hasMore;
      afterSmall = claimed.small.last ?? afterSmall;
      afterLarge = claimed.large.last ?? afterLarge;
      const more =
        mayGiveMore(claimed.small, small.shared - claimed.large.count) ||
        mayGiveMore(claimed.large, largeRoom.shared);
      return { items: claimed.executions, more };
    },
    frees: ({ isLarge }) => isLarge || mayWait,
  };
}

/** None of a single slot: then turns alone are fair. */
const keptOf = (slots: number): number => (slots < 2 ? 0 : Math.max(1, Math.floor(slots * KEPT_SHARE)));

const mayGiveMore = ({ count, hasHeld, hasMore }: ClaimedLine, shared: number): boolean =>
  hasMore && (hasHeld || count < shared);

function heldBy(items: readonly ClaimedExecution[]): Map<string, number> {
  const held = new Map<string, number>();
  for (const { row } of items) held.set(row.workspaceId, (held.get(row.workspaceId) ?? 0) + 1);
  return held;
}
