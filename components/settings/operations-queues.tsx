import { formatCount, formatDuration } from '@/components/ui/format-quantity';
import type { Operations } from '@/lib/services/operations/schema';

/** How many wait for what, and for how long the oldest has. */
export function OperationsQueues({ queues }: { queues: Operations['queues'] }) {
  const counts: Array<[title: string, count: number, lateSeconds: number | null]> = [
    ['Queued runs', queues.queued, queues.oldestQueuedSeconds],
    ['Running', queues.running, null],
    ['Stuck', queues.stuck, null],
    ['Waiting', queues.parked, null],
    ['Overdue waits', queues.overdueWaits, queues.waitLatenessSeconds],
    ['Due deliveries', queues.deliveriesDue, queues.deliveryLagSeconds],
  ];
  return (
    <dl className="grid max-w-3xl grid-cols-2 gap-3 sm:grid-cols-3">
      {counts.map(([title, count, lateSeconds]) => (
        <Figure key={title} title={title} value={formatCount(count)} lateSeconds={lateSeconds} />
      ))}
      <Figure
        title="Schedules late by"
        value={formatDuration(queues.scheduleLatenessSeconds * 1_000)}
        lateSeconds={null}
      />
    </dl>
  );
}

interface FigureProps {
  title: string;
  value: string;
  /** The age of the oldest; null where it has none. */
  lateSeconds: number | null;
}

function Figure({ title, value, lateSeconds }: FigureProps) {
  return (
    <div className="rounded-lg border border-line bg-surface p-4">
      <dt className="text-muted">{title}</dt>
      <dd className="tabular mt-1 font-semibold text-lg">{value}</dd>
      {lateSeconds === null || lateSeconds === 0 ? null : (
        <dd className="text-faint text-xs">Oldest: {formatDuration(lateSeconds * 1_000)}</dd>
      )}
    </div>
  );
}
