import type { FailedRun } from './failed-run';

/** The failures of one group in one step. */
export interface GroupSum {
  fingerprint: string;
  workflowId: string;
  blockId: string | null;
  blockName: string | null;
  code: string;
  shape: string;
  /** Of the run that ended last. */
  message: string;
  logId: string;
  /** Ends of its runs, in milliseconds since 1970. */
  firstMs: number;
  lastMs: number;
  lastStartedMs: number;
  runs: FailedRun[];
}

/** Failures of a group with something in common, such as their version. */
export interface PartSum<Key> {
  groupId: string;
  key: Key;
  n: number;
  firstMs: number;
  lastMs: number;
}

/** Adds up failures by their fingerprint. */
export function sumByGroup(runs: readonly FailedRun[]): GroupSum[] {
  const sums = new Map<string, GroupSum>();
  for (const run of runs) {
    const sum = sums.get(run.fingerprint);
    if (sum === undefined) sums.set(run.fingerprint, sumOf(run));
    else addTo(sum, run);
  }
  return [...sums.values()];
}

const sumOf = (run: FailedRun): GroupSum => {
  const { fingerprint, workflowId, blockId, blockName, code, shape, message, logId, endedMs } = run;
  const group = { fingerprint, workflowId, blockId, blockName, code, shape, message, logId };
  return { ...group, firstMs: endedMs, lastMs: endedMs, lastStartedMs: run.startedMs, runs: [run] };
};

function addTo(sum: GroupSum, run: FailedRun): void {
  sum.runs.push(run);
  sum.firstMs = Math.min(sum.firstMs, run.endedMs);
  sum.lastStartedMs = Math.max(sum.lastStartedMs, run.startedMs);
  if (run.endedMs < sum.lastMs) return;
  sum.lastMs = run.endedMs;
  sum.logId = run.logId;
  sum.message = run.message;
  sum.blockName = run.blockName;
}

/** Adds up the failures of a group by keys of a run, for example its tags. */
export function sumByPart<Key extends string | number>(
  groupId: string,
  runs: readonly FailedRun[],
  keysOf: (run: FailedRun) => readonly Key[],
): Array<PartSum<Key>> {
  const sums = new Map<Key, PartSum<Key>>();
  for (const run of runs)
    for (const key of new Set(keysOf(run))) {
      const { endedMs } = run;
      const sum = sums.get(key) ?? { groupId, key, n: 0, firstMs: endedMs, lastMs: endedMs };
      sum.n += 1;
      sum.firstMs = Math.min(sum.firstMs, endedMs);
      sum.lastMs = Math.max(sum.lastMs, endedMs);
      sums.set(key, sum);
    }
  return [...sums.values()];
}
