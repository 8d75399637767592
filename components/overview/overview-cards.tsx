import { cn } from '@/components/ui/class-names';
import { countOf, formatCount, formatDuration, formatUsd } from '@/components/ui/format-quantity';
import type { Overview } from '@/lib/services/overview/schema';
import { formatDurationOrNone, formatRate } from './overview-words';

/** The totals of the range. */
export function OverviewCards({ totals }: { totals: Overview['totals'] }) {
  const { runs, errors, errorRate, warnings, cancelled, p50Ms, p95Ms, costUsd, waiting } = totals;
  const notes = [
    `${formatCount(runs - errors - cancelled)} succeeded`,
    ...(warnings === 0 ? [] : [`${formatCount(warnings)} with warnings`]),
    ...(cancelled === 0 ? [] : [`${formatCount(cancelled)} cancelled`]),
  ];
  const cards = [
    { label: 'Runs', value: formatCount(runs), note: notes.join(' · ') },
    { label: 'Error rate', value: formatRate(errorRate), note: countOf(errors, 'error') },
    {
      label: waiting.runs === 0 ? 'p50 duration' : 'p50 working time',
      value: formatDurationOrNone(p50Ms),
      note: [
        ...(p95Ms === null ? [] : [`p95 ${formatDuration(p95Ms)}`]),
        ...(waiting.p50Ms === null ? [] : [`waiting p50 ${formatDuration(waiting.p50Ms)}`]),
      ].join(' · '),
    },
    {
      label: 'Cost',
      value: formatUsd(costUsd),
      note: runs === 0 ? '' : `${formatUsd(costUsd / runs)} per run`,
    },
  ];
  return <Cards cards={cards} />;
}

export interface Card {
  label: string;
  value: string;
  note: string;
}

export function Cards({ cards }: { cards: readonly Card[] }) {
  return (
    <dl
      className={cn(
        'grid grid-cols-2 gap-3',
        cards.length % 2 === 1
          ? 'max-lg:[&>:last-child]:col-span-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none'
          : 'lg:grid-cols-4',
      )}
    >
      {cards.map(({ label, value, note }) => (
        <div key={label} className="rounded-lg border border-line bg-surface px-4 py-3">
          <dt className="text-muted text-xs">{label}</dt>
          <dd className="tabular mt-1 truncate font-semibold text-xl">{value}</dd>
          <dd className="tabular text-faint text-xs">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
