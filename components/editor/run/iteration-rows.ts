import type { TraceSpan } from '@/lib/core/engine/trace-span';

/** The iterations of one execution of a container, by their number. */
type Iterations = ReadonlyMap<number, readonly TraceSpan[]>;
/** Iterations by the id of the container's span. */
export type SpanGroups = ReadonlyMap<string, Iterations>;

export function groupSpans(inside: readonly TraceSpan[]): SpanGroups {
  const groups = new Map<string, Map<number, TraceSpan[]>>();
  for (const span of inside) {
    if (span.parentId === null) continue;
    const iterations = groups.get(span.parentId) ?? new Map<number, TraceSpan[]>();
    groups.set(span.parentId, iterations);
    const index = span.iteration ?? 0;
    const spans = iterations.get(index);
    if (spans === undefined) iterations.set(index, [span]);
    else spans.push(span);
  }
  return groups;
}

/** A row of the list. `key` also identifies it in the set of open rows. */
export type IterationRow =
  | { kind: 'container'; key: string; depth: number; blockId: string; iterations: number; failed: number }
  | { kind: 'iteration'; key: string; depth: number; index: number; status: TraceSpan['status']; ms: number }
  | { kind: 'block'; key: string; depth: number; span: TraceSpan };

export interface RowOptions {
  open: ReadonlySet<string>;
  failedOnly: boolean;
}

/** Returns the rows to show: containers, of open ones the iterations, of open iterations the blocks. */
export function iterationRows(groups: SpanGroups, options: RowOptions): IterationRow[] {
  const rows: IterationRow[] = [];
  for (const id of groups.keys())
    if (!id.includes('@')) addContainer(rows, groups, { id, depth: 0 }, options);
  return rows;
}

function addContainer(
  rows: IterationRow[],
  groups: SpanGroups,
  { id, depth }: { id: string; depth: number },
  options: RowOptions,
): void {
  const iterations = groups.get(id);
  if (iterations === undefined) return;
  const all = [...iterations].sort(([a], [b]) => a - b);
  const failed = all.filter(([, spans]) => worstStatus(spans) === 'error');
  const [blockId = id] = id.split('@', 1);
  rows.push({ kind: 'container', key: id, depth, blockId, iterations: all.length, failed: failed.length });
  if (!options.open.has(id)) return;
  for (const [index, spans] of options.failedOnly ? failed : all) {
    const key = `${id} ${index}`;
    const status = worstStatus(spans);
    rows.push({ kind: 'iteration', key, depth: depth + 1, index, status, ms: lastedMs(spans) });
    if (!options.open.has(key)) continue;
    for (const span of spans) {
      if (groups.has(span.id)) addContainer(rows, groups, { id: span.id, depth: depth + 2 }, options);
      else rows.push({ kind: 'block', key: span.id, depth: depth + 2, span });
    }
  }
}

const BY_WEIGHT = ['error', 'cancelled', 'warning', 'success', 'skipped'] as const;

function worstStatus(spans: readonly TraceSpan[]): TraceSpan['status'] {
  return BY_WEIGHT.find((status) => spans.some((span) => span.status === status)) ?? 'success';
}

/** Returns the time from the start of the first block to the end of the last one. */
function lastedMs(spans: readonly TraceSpan[]): number {
  const starts = spans.map(({ startTime }) => Date.parse(startTime));
  const ends = spans.map(({ startTime, durationMs }) => Date.parse(startTime) + durationMs);
  return Math.max(...ends) - Math.min(...starts);
}

/** Returns a span's iteration, `each:3` of `fetch@each:3`; empty at the top level. */
export const iterationOfSpan = ({ id }: Pick<TraceSpan, 'id'>): string =>
  id.includes('@') ? id.slice(id.indexOf('@') + 1) : '';
