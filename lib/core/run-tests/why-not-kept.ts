import { isPart, type TraceSpan } from '../engine/trace-span';
import { type RecordedRun, wasBrokenOff } from '../replay/recorded-run';
import { wasStandIn } from '../replay/stand-ins';

/** Explains why a recorded run can't be a test; null if nothing in its log stands against it. */
export function whyNotKept(recorded: RecordedRun): string | null {
  if (wasBrokenOff(recorded))
    return 'This run was stopped before it ended, so there is no result that a test could expect.';
  const replaced = firstReplaced(recorded.spans);
  if (replaced !== null)
    return (
      `“${replaced.name}” did not run: its ${replaced.pinned ? 'pinned' : 'last'} output was used. ` +
      'Run the whole workflow without pins, and keep that run.'
    );
  return null;
}

function firstReplaced(spans: readonly TraceSpan[]): TraceSpan | null {
  for (const span of spans) {
    if (isPart(span)) continue;
    if (span.pinned === true || wasStandIn(span)) return span;
    const inside = firstReplaced(span.children);
    if (inside !== null) return inside;
  }
  return null;
}
