import { LRUCache } from 'lru-cache';
import { counterPool } from '../../platform/postgres/db';
import { createGroupWriter } from '../../platform/postgres/group-writer';
import { reportDatabaseFault } from '../../platform/postgres/report-database-fault';
import { processSingleton } from '../../platform/process-singleton';
import { type Admission, admission, type HolderState, limitOf } from './admission';
import { type CountedWindow, countUses, RATE_WINDOW_MS, type RateKind, type Uses } from './count-uses';
import { holderLimits } from './holder-limits';
import { createLocalWindows } from './local-windows';
import { PLAN_LIMITS, type PlanLimits } from './plans';
import { createQuotaBlocks } from './quota-blocks';

const MAX_GROUP = 500;
/** A holder takes some 200 bytes; the least recently used one is evicted first. */
const MAX_KNOWN = 100_000;
/** The limit of holders whose plan was never read: what one process can do anyway. */
const PROCESS_PER_MINUTE = 60_000;
const UNKNOWN_LIMITS: PlanLimits = {
  ...PLAN_LIMITS.enterprise,
  syncPerMinute: PROCESS_PER_MINUTE,
  asyncPerMinute: PROCESS_PER_MINUTE,
  logsApiPerMinute: PROCESS_PER_MINUTE,
};

export interface Use {
  holderId: string;
  kind: RateKind;
}

/**
 * Runs are counted ahead, in blocks; calls of the logs API one by one, because each response contains the
 * remaining number.
 */
const COUNTED_IN_BLOCKS: ReadonlySet<RateKind> = new Set(['sync', 'async']);

/**
 * Counts one use against its holder's window. Uses that arrive while a statement is in flight are counted
 * by the next one. If the database can't be reached in time, this process counts alone, with the limits it
 * last read: it never fails, and never refuses what the plan allows.
 */
export const countUse = (use: Use): Promise<Admission> =>
  processSingleton('rate-limiter', createRateLimiter)(use);

function createRateLimiter(): (use: Use) => Promise<Admission> {
  const known = new LRUCache<string, HolderState>({ max: MAX_KNOWN });
  const local = createLocalWindows(RATE_WINDOW_MS);
  const blocks = createQuotaBlocks<HolderState>();

  const remember = (row: CountedWindow): HolderState => {
    const state = { limits: holderLimits(row.plan, row.custom_limits), cost: row.cost };
    known.set(row.user_id, state);
    return state;
  };

  const admitLocally = (use: Use): Admission => {
    const state = known.get(use.holderId) ?? { limits: UNKNOWN_LIMITS, cost: 0 };
    return admission(use.kind, state, local.take(keyOf(use)));
  };

  const aheadOf = (use: Use): number => {
    const state = known.get(use.holderId);
    if (state === undefined || !COUNTED_IN_BLOCKS.has(use.kind)) return 0;
    return blocks.size(keyOf(use), limitOf(use.kind, state.limits));
  };

  const countGroup = async (uses: readonly Use[]): Promise<Admission[]> => {
    const asked = sumOf(uses);
    const ahead = new Map(asked.map((use) => [keyOf(use), aheadOf(use)]));
    const takenAt = performance.now();
    const rows = await countUses(
      counterPool(),
      asked.map((use) => ({ ...use, count: use.count + ahead.get(keyOf(use))! })),
    );
    const windows = new Map(
      rows.map((row) => {
        const key = keyOf({ holderId: row.user_id, kind: row.kind });
        const state = remember(row);
        const [startMs, nowMs] = [row.window_start.getTime(), row.now.getTime()];
        const last = row.count - ahead.get(key)!;
        const endsAt = takenAt + startMs + RATE_WINDOW_MS - nowMs;
        if (last < row.count)
          blocks.put(key, {
            state,
            firstPlace: last + 1,
            lastPlace: row.count,
            startMs,
            nowMs,
            takenAt,
            endsAt,
          });
        return [key, { state, startMs, nowMs, last }];
      }),
    );
    // The last use of a group gets the row's count as its ordinal.
    return uses
      .toReversed()
      .map((use) => {
        const window = windows.get(keyOf(use))!;
        return admission(use.kind, window.state, { ...window, place: window.last-- });
      })
      .toReversed();
  };

  const count = createGroupWriter<Use, Admission>({
    maxGroup: MAX_GROUP,
    isItemsFault: () => false, // a failure is handled by the local windows
    write: (uses) =>
      countGroup(uses).catch((error) => {
        reportDatabaseFault('count calls; this process counts by itself', error);
        return uses.map(admitLocally);
      }),
  });

  return (use) => {
    const place = COUNTED_IN_BLOCKS.has(use.kind) ? blocks.take(keyOf(use)) : null;
    return place === null ? count(use) : Promise.resolve(admission(use.kind, place.state, place));
  };
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
