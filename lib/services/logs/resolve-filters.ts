import { isId, isWritten } from '../../platform/ids';
import { leastUsd, mostUsd } from '../../platform/text/usd';
import { workflowsInFolders } from '../workflows/workflows-in-folders';
import { isIndexedModel } from './cost';
import type { LogScan } from './log-scan';
import { storedStatuses } from './log-status';
import type { LogsQuery } from './logs-request';

/** No run starts before 1970 or after 9999, and Postgres's time ends before JavaScript's. */
const LATEST_MS = Date.UTC(9999, 11, 31);

export type Filters = Omit<LogScan, 'seqs'>;

/** Every documented filter, AND-ed, as plain values; null when nothing can match. */
export async function resolveFilters(query: LogsQuery): Promise<Filters | null> {
  const { executionId, model } = query;
  // Exactly: Postgres would find one that is written in capitals, too.
  if (executionId !== undefined && !isWritten(executionId)) return null;
  if (model !== undefined && !isIndexedModel(model)) return null;
  const startedMs = [
    Math.max(query.startDate ?? 0, 0),
    Math.min(query.endDate ?? LATEST_MS, LATEST_MS),
  ] as const;
  if (startedMs[0] > startedMs[1]) return null;
  const workflowIds = await wantedWorkflows(query);
  const statuses = storedStatuses(query.level, query.statuses);
  if (workflowIds?.length === 0 || query.triggers?.length === 0 || statuses?.length === 0) return null;
  return {
    workspaceId: query.workspaceId,
    order: query.order,
    workflowIds,
    statuses,
    triggers: query.triggers ?? null,
    executionId: executionId ?? null,
    model: model ?? null,
    startedMs,
    durationMs: range(query.minDurationMs, query.maxDurationMs),
    costUsd: range(
      query.minCost === undefined ? undefined : leastUsd(query.minCost),
      query.maxCost === undefined ? undefined : mostUsd(query.maxCost),
    ),
  };
}

const range = (min?: number, max?: number) =>
  [min ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY] as const;

/**
 * Those named and in the folders named; unknown ones match nothing, and an empty set never drops the filter.
 */
async function wantedWorkflows({ workspaceId, workflowIds, folderIds }: LogsQuery): Promise<string[] | null> {
  const named = workflowIds === undefined ? null : [...new Set(workflowIds.filter(isId).map(lowerCase))];
  if (folderIds === undefined) return named;
  const inFolders = await workflowsInFolders(workspaceId, folderIds);
  if (named === null) return inFolders;
  const both = new Set(inFolders);
  return named.filter((id) => both.has(id));
}

const lowerCase = (id: string): string => id.toLowerCase();
