import { counterPool } from '../db';
import { processSingleton } from '../process-singleton';
import { createGroupWriter } from '../runs/group-writer';
import { type CountedWindow, countUses, RATE_WINDOW_MS, type RateKind, type Uses } from './count-uses';
import { holderLimits } from './holder-limits';
import { createLocalWindows } from './local-windows';
import { PLAN_LIMITS, type PlanLimits } from './plans';

const MAX_GROUP = 500;
const MAX_KNOWN = 10_000;

export interface Use {
  holderId: string;
  kind: RateKind;
}

/** What became of one use. Times are by the clock that counted. */
export interface Admission {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  resetAt: Date;
  /** Whole, at least 1. */
  secondsToReset: number;
  usage: { cost: number; limit: number };
}

interface HolderState {
  limits: PlanLimits;
  cost: number;
}

/** The window a use fell into, and the how manieth of it the use was. */
interface Place {
  place: number;
  startMs: number;
  nowMs: number;
}

/**
 * Counts one use against its holder's window. What waits while a statement is on its way is counted by the next one. When the database
 * can't be reached in time this process counts by itself, with the limits it last saw: never open, never a failure.
 */
export const countUse = (use: Use): Promise<Admission> =>
  processSingleton('rate-limiter', createRateLimiter)(use);

function createRateLimiter(): (use: Use) => Promise<Admission> {
  const known = new Map<string, HolderState>();
  const local = createLocalWindows(RATE_WINDOW_MS);

  const remember = (row: CountedWindow): HolderState => {
    if (known.size >= MAX_KNOWN) known.clear();
    const state = { limits: holderLimits(row.plan, row.custom_limits), cost: row.cost };
    known.set(row.user_id, state);
    return state;
  };

  const admitLocally = (use: Use): Admission => {
    const state = known.get(use.holderId) ?? { limits: PLAN_LIMITS.free, cost: 0 };
    return admission(use.kind, state, local.take(keyOf(use)));
  };

  return createGroupWriter<Use, Admission>({
    maxGroup: MAX_GROUP,
    isItemsFault: () => false, // a failure is answered by the local windows
    write: async (uses) => {
      try {
        const windows = new Map(
          (await countUses(counterPool(), sumOf(uses))).map((row) => [
            keyOf({ holderId: row.user_id, kind: row.kind }),
            { row, state: remember(row), left: row.count },
          ]),
        );
        // The last of a group has the place that the row's count tells.
        return uses
          .toReversed()
          .map((use) => {
            const window = windows.get(keyOf(use))!;
            const { window_start, now } = window.row;
            const place = window.left--;
            const when = { startMs: window_start.getTime(), nowMs: now.getTime() };
            return admission(use.kind, window.state, { place, ...when });
          })
          .toReversed();
      } catch (error) {
        console.error('[limits] counting in this process, for the database can’t:', (error as Error).message);
        return uses.map(admitLocally);
      }
    },
  });
}

const keyOf = ({ holderId, kind }: Use): string => `${holderId} ${kind}`;

function sumOf(uses: readonly Use[]): Uses[] {
  const sums = new Map<string, Uses>();
  for (const use of uses) {
    const sum = sums.get(keyOf(use));
    if (sum === undefined) sums.set(keyOf(use), { ...use, count: 1 });
    else sum.count += 1;
  }
  return [...sums.values()];
}

const LIMIT_OF = {
  sync: 'syncPerMinute',
  async: 'asyncPerMinute',
  logs: 'logsApiPerMinute',
} as const satisfies Record<RateKind, keyof PlanLimits>;

function admission(
  kind: RateKind,
  { limits, cost }: HolderState,
  { place, startMs, nowMs }: Place,
): Admission {
  const limit = limits[LIMIT_OF[kind]];
  const resetAtMs = startMs + RATE_WINDOW_MS;
  return {
    isAllowed: place <= limit,
    limit,
    remaining: Math.max(0, limit - place),
    resetAt: new Date(resetAtMs),
    secondsToReset: Math.max(1, Math.ceil((resetAtMs - nowMs) / 1000)),
    usage: { cost, limit: limits.monthlyUsageUsd },
  };
}
