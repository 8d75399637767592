import { isPart, type TraceSpan } from '@/lib/core/engine/trace-span';

/** A stretch of the bar, in percent of the whole run. */
export interface Stretch {
  kind: 'work' | 'wait' | 'failed-try';
  leftPercent: number;
  widthPercent: number;
}

interface Row {
  /** Of the span; of an iteration its container's with its index. */
  id: string;
  depth: number;
  stretches: Stretch[];
  status: TraceSpan['status'];
  durationMs: number;
  /** Whether the rows inside are shown; null when there is nothing inside. */
  open: boolean | null;
}

export interface SpanRow extends Row {
  kind: 'span';
  span: TraceSpan;
  /** How many iterations ran inside. */
  iterations: number;
}

/** One iteration of a container, with the blocks that ran in it. */
export interface IterationRow extends Row {
  kind: 'iteration';
  index: number;
}

export type WaterfallRow = SpanRow | IterationRow;

export interface RunTimes {
  startedAtMs: number;
  totalMs: number;
}

const MIN_PERCENT = 0.6;
/** A container with no more spans than these is open at first. */
const FEW = 10;

/**
 * Spans as the rows of a waterfall in order of start, what is in open containers below them by iteration.
 *
 * @param isOpen by a row's id
 */
export function waterfallRows(
  spans: readonly TraceSpan[],
  { startedAtMs, totalMs }: RunTimes,
  isOpen: (id: string) => boolean = () => true,
): WaterfallRow[] {
  const whole = spans.reduce(
    (most, span) => Math.max(most, Date.parse(span.endTime) - startedAtMs),
    Math.max(totalMs, 1),
  );
  const rows: WaterfallRow[] = [];
  const addSpan = (span: TraceSpan, depth: number): void => {
    const iterations = iterationsOf(span);
    const open = span.children.length === 0 ? null : isOpen(span.id);
    const { id, status, durationMs } = span;
    const stretches = stretchesOf(span, startedAtMs, whole);
    rows.push({
      kind: 'span',
      span,
      id,
      depth,
      stretches,
      status,
      durationMs,
      open,
      iterations: iterations.size,
    });
    if (open !== true) return;
    for (const part of inOrder(span.children.filter(isPart))) addSpan(part, depth + 1);
    for (const [index, members] of iterations) addIteration(span, index, members, depth + 1);
  };
  const addIteration = (container: TraceSpan, index: number, members: TraceSpan[], depth: number): void => {
    const [first] = members;
    // A row for the iteration would say the same once more.
    if (first !== undefined && members.length === 1) {
      addSpan(first, depth);
      return;
    }
    const id = iterationId(container, index);
    const fromMs = Math.min(...members.map((span) => Date.parse(span.startTime)));
    const durationMs = Math.max(...members.map((span) => Date.parse(span.endTime))) - fromMs;
    const status = worstOf(members);
    const stretches = [placed('work', fromMs - startedAtMs, durationMs, whole)];
    const open = isOpen(id);
    rows.push({ kind: 'iteration', id, index, depth, stretches, status, durationMs, open });
    if (open) for (const span of members) addSpan(span, depth + 1);
  };
  for (const span of inOrder(spans)) addSpan(span, 0);
  return rows;
}

/** Small containers, and those that lead to the first failure. */
export function openAtFirst(spans: readonly TraceSpan[]): Set<string> {
  const open = new Set<string>();
  const visit = (level: readonly TraceSpan[]): void => {
    for (const span of level) {
      if (span.children.length > 0 && span.children.length <= FEW) {
        open.add(span.id);
        for (const index of iterationsOf(span).keys()) open.add(iterationId(span, index));
      }
      visit(span.children);
    }
  };
  visit(spans);
  for (const { container, index } of wayToFailure(spans)) {
    open.add(container.id);
    open.add(iterationId(container, index));
  }
  return open;
}

/** The containers and iterations around the first failed block, the outermost first. */
function wayToFailure(spans: readonly TraceSpan[]): Array<{ container: TraceSpan; index: number }> {
  const container = spans.find(({ status, children }) => status === 'error' && children.length > 0);
  const failed = container?.children.find(({ status }) => status === 'error');
  if (container === undefined || failed === undefined) return [];
  return [{ container, index: failed.iteration ?? 0 }, ...wayToFailure([failed])];
}

const iterationId = (container: TraceSpan, index: number): string => `${container.id} #${index}`;

/** In their order; the spans of each in order of start. */
function iterationsOf({ children }: TraceSpan): Map<number, TraceSpan[]> {
  const byIndex = new Map<number, TraceSpan[]>();
  for (const span of inOrder(children.filter((child) => !isPart(child)))) {
    const index = span.iteration ?? 0;
    const listed = byIndex.get(index);
    if (listed) listed.push(span);
    else byIndex.set(index, [span]);
  }
  return new Map([...byIndex].sort(([a], [b]) => a - b));
}

const inOrder = (spans: readonly TraceSpan[]): TraceSpan[] =>
  [...spans].sort((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime));

const GRAVITY: ReadonlyArray<TraceSpan['status']> = ['error', 'cancelled', 'warning', 'success', 'skipped'];

const worstOf = (spans: readonly TraceSpan[]): TraceSpan['status'] =>
  GRAVITY.find((status) => spans.some((span) => span.status === status)) ?? 'success';

function placed(kind: Stretch['kind'], fromMs: number, ms: number, whole: number): Stretch {
  const widthPercent = Math.min(100, Math.max(MIN_PERCENT, (ms / whole) * 100));
  const leftPercent = Math.max(0, Math.min(100 - widthPercent, (fromMs / whole) * 100));
  return { kind, leftPercent, widthPercent };
}

/** How many pages a block asked for, null of one that asked once, and how often it had to ask again. */
export function requestsOf({ attempts = [] }: TraceSpan): { pages: number | null; retries: number } {
  const retries = attempts.filter((_, index) => isTriedAgain(attempts, index)).length;
  return { pages: attempts.at(-1)?.page ?? null, retries };
}

const isTriedAgain = (attempts: NonNullable<TraceSpan['attempts']>, index: number): boolean =>
  index + 1 < attempts.length && attempts[index + 1]?.page === attempts[index]?.page;

/** With more than one try: each try and the pause before it; else one stretch. */
function stretchesOf(span: TraceSpan, startedAtMs: number, whole: number): Stretch[] {
  const place = (kind: Stretch['kind'], fromMs: number, ms: number) => placed(kind, fromMs, ms, whole);
  const attempts = span.attempts ?? [];
  if (span.status === 'skipped') return [];
  if (attempts.length < 2) return [place('work', Date.parse(span.startTime) - startedAtMs, span.durationMs)];
  return attempts.flatMap((attempt, index) => {
    const from = Date.parse(attempt.startedAt) - startedAtMs;
    const tried = place(isTriedAgain(attempts, index) ? 'failed-try' : 'work', from, attempt.durationMs);
    return attempt.waitMs > 0 ? [place('wait', from - attempt.waitMs, attempt.waitMs), tried] : [tried];
  });
}
