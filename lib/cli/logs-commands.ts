import { PLAN_LIMITS } from '../limits/plans';
import { enforceRetention } from '../logs/enforce-retention';
import { expiredUntilMs, type LogPartition, readLogPartitions } from '../logs/log-holdings';

const MEGABYTE = 1024 * 1024;

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export function partitionTable(partitions: readonly LogPartition[]): string {
  const row = (...cells: string[]): string =>
    `${cells.map((cell, index) => (index === 0 ? cell.padEnd(9) : cell.padStart(12))).join('  ')}\n`;
  const lines = partitions.map(({ month, holdings, bytes, droppedFromMs }) => {
    const rows = holdings.reduce((sum, holding) => sum + holding.rows, 0);
    return row(
      month,
      String(rows),
      `${(bytes / MEGABYTE).toFixed(1)} MB`,
      String(holdings.length),
      day(droppedFromMs),
    );
  });
  return row('month', 'rows', 'size', 'workspaces', 'dropped on') + lines.join('');
}

export async function describeRetention(): Promise<string> {
  const plans = Object.entries(PLAN_LIMITS).map(
    ([plan, { logRetentionDays }]) => `${plan.padEnd(12)}${logRetentionDays} days\n`,
  );
  const due = (await readLogPartitions()).flatMap(dueIn);
  return `${plans.join('')}\n${due.length === 0 ? 'Nothing is due to go.\n' : `Due to go:\n${due.join('')}`}`;
}

function dueIn(partition: LogPartition): string[] {
  const nowMs = Date.now();
  if (partition.droppedFromMs <= nowMs) return [`  ${partition.month}  the whole month\n`];
  return partition.holdings.flatMap((holding) => {
    const untilMs = expiredUntilMs(partition, holding, nowMs);
    return untilMs === null
      ? []
      : [
          `  ${partition.month}  workspace ${holding.workspaceId}: what started before ${new Date(untilMs).toISOString()}\n`,
        ];
  });
}

export async function applyRetention(): Promise<string> {
  const outcome = await enforceRetention(new AbortController().signal);
  if (outcome === null) return 'Another process is at it.\n';
  const { dropped, rows, snapshots } = outcome;
  return `months dropped: ${dropped.join(', ') || 'none'}\nrows deleted: ${rows}\nworkflow snapshots deleted: ${snapshots}\n`;
}
