import { cn } from '@/components/ui/class-names';
import type { RowValues } from './use-row-values';

const PLACE = 'min-w-0 flex-1 truncate font-mono text-xs @max-lg:hidden';

export const HEAD_OF_VALUE = cn(PLACE, 'text-faint');

interface ValueCellProps {
  /** Absent until they are read. */
  values: RowValues | undefined;
  index: number;
  isUnread: boolean;
}

/** A value of a run in the list; the tooltip has more of it. */
export function ValueCell({ values, index, isUnread }: ValueCellProps) {
  const value = values?.values[index] ?? null;
  if (value !== null)
    return (
      <span translate="no" title={value} className={PLACE}>
        {value}
      </span>
    );
  return <span className={cn(PLACE, 'text-faint')}>{whyNone(values, isUnread)}</span>;
}

function whyNone(values: RowValues | undefined, isUnread: boolean): string {
  if (values === undefined) return isUnread ? 'not loaded' : '…';
  return values.isTooLarge ? 'too large to show here' : '—';
}
