import { formatDuration } from '@/components/ui/format-quantity';

/** `4.2%`; a dash of no runs. `rate` from 0 to 1. */
export function formatRate(rate: number | null): string {
  if (rate === null) return '–';
  if (rate > 0 && rate < 0.001) return '<0.1%';
  return `${(rate * 100).toFixed(rate < 0.1 && rate > 0 ? 1 : 0)}%`;
}

export const formatDurationOrNone = (ms: number | null): string => (ms === null ? '–' : formatDuration(ms));
