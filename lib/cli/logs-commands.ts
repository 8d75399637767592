import { PLAN_LIMITS } from '../services/limits/plans';
import { enforceRetention } from '../services/logs/enforce-retention';
import {
  countLogs,
  expiredUntilMs,
  type LogPartition,
  readLogPartitions,
} from '../services/logs/retention-inventory';

const MEGABYTE = 1024 * 1024;

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export function partitionTable(partitions: readonly LogPartition[]): string {
  const row = (...cells: string[]): string =>
    `${cells.map((cell, index) => (index === 0 ? cell.padEnd(9) : cell.padStart(12))).join('  ')}\n`;
  const lines = partitions.map(({ month, workspaces, bytes, droppedFromMs }) => {
    const rows = workspaces.reduce((sum, workspace) => sum + workspace.rows, 0);
    return row(
      month,
      String(rows),
      `${(bytes / MEGABYTE).toFixed(1)} MB`,
      String(workspaces.length),
      day(droppedFromMs),
    );
  });
  return row('month', 'rows', 'size', 'workspaces', 'dropped on') + lines.join('');
}

export async function describeRetention(): Promise<string> {
  const plans = Object.entries(PLAN_LIMITS).map(
    ([plan, { logRetentionDays }]) => `${plan.padEnd(12)}${logRetentionDays} days\n`,
  );
  const due: string[] = [];
  for (const partition of await readLogPartitions()) due.push(...(await dueIn(partition)));
  const deletion = due.length === 0 ? 'Nothing is due for deletion.\n' : `Due for deletion:\n${due.join('')}`;
  return `${plans.join('')}\n${deletion}`;
}

async function dueIn(partition: LogPartition): Promise<string[]> {
  const { month, startMs, droppedFromMs, workspaces } = partition;
  const nowMs = Date.now();
  if (droppedFromMs <= nowMs) return [`  ${month}  the whole month\n`];
  const due: string[] = [];
  for (const workspace of workspaces) {
    const untilMs = expiredUntilMs(partition, workspace, nowMs);
    if (untilMs === null) continue;
    const rows = await countLogs(workspace.workspaceId, startMs, untilMs);
    if (rows > 0)
      due.push(
        `  ${month}  workspace ${workspace.workspaceId}: ${rows} that started before ` +
          `${new Date(untilMs).toISOString()}\n`,
      );
  }
  return due;
}

export async function applyRetention(): Promise<string> {
  const outcome = await enforceRetention(new AbortController().signal);
  if (outcome === null) return 'Another process is already doing this.\n';
  const { dropped, rows, payloads, snapshots } = outcome;
  return (
    `months dropped: ${dropped.join(', ') || 'none'}\nrows deleted: ${rows}\npayloads deleted: ${payloads}\n` +
    `workflow snapshots deleted: ${snapshots}\n`
  );
}
