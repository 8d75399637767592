import { logsPath } from '@/components/page/paths';
import { formatDuration } from '@/components/ui/format-quantity';
import type { OverviewChoice } from './overview-query';

export const LINK = 'underline-offset-2 hover:underline';

/** Returns the logs page for a range, its end exclusive, with the overview's filters and `filters`. */
export function logsWithin(
  workspaceId: string,
  { from, to }: { from: string; to: string },
  { workflowIds, triggers, model }: OverviewChoice,
  filters: Record<string, string> = {},
): string {
  const query = new URLSearchParams({ startDate: from, endDate: new Date(Date.parse(to) - 1).toISOString() });
  for (const [name, value] of Object.entries({ workflowIds, triggers, model, ...filters }))
    if (value) query.set(name, value);
  return `${logsPath(workspaceId)}?${query}`;
}

/** Formats a rate as `4.2%`, or as a dash if there are no runs. `rate` from 0 to 1. */
export function formatRate(rate: number | null): string {
  if (rate === null) return '–';
  if (rate > 0 && rate < 0.001) return '<0.1%';
  return `${(rate * 100).toFixed(rate < 0.1 && rate > 0 ? 1 : 0)}%`;
}

export const formatDurationOrNone = (ms: number | null): string => (ms === null ? '–' : formatDuration(ms));
