import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { Status } from '../ui/status';

/** The assertions on a response with their results. */
export function AssertionTable({ assertions }: { assertions: NonNullable<TraceSpan['assertions']> }) {
  return (
    <ul className="flex flex-col divide-y divide-line overflow-hidden rounded-lg border border-line">
      {[...assertions.entries()].map(([index, { text, ok, found }]) => (
        <li key={index} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-2.5 py-1.5 text-xs">
          <Status
            kind={ok ? 'success' : 'error'}
            label={ok ? 'Passed' : 'Failed'}
            className="w-20 shrink-0"
          />
          <span className="wrap-anywhere min-w-0 flex-1 font-mono">{text}</span>
          {found === null ? null : <span className="wrap-anywhere text-danger">{found}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Returns a title such as `Assertions (2 of 3 passed)`. */
export function assertionsTitle(assertions: NonNullable<TraceSpan['assertions']>): string {
  const held = assertions.filter(({ ok }) => ok).length;
  return `Assertions (${held} of ${assertions.length} passed)`;
}
