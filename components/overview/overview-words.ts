import { logsPath } from '@/components/page/paths';
import { formatDuration } from '@/components/ui/format-quantity';
import type { OverviewChoice } from './overview-query';

export const LINK = 'underline-offset-2 hover:underline';

/** The logs of a range, its end exclusive, narrowed as the overview is and by `filters`. */
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

/** `4.2%`; a dash of no runs. `rate` from 0 to 1. */
export function formatRate(rate: number | null): string {
  if (rate === null) return '–';
  if (rate > 0 && rate < 0.001) return '<0.1%';
  return `${(rate * 100).toFixed(rate < 0.1 && rate > 0 ? 1 : 0)}%`;
}

export const formatDurationOrNone = (ms: number | null): string => (ms === null ? '–' : formatDuration(ms));
