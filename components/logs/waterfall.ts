import { isPart, type TraceSpan } from '@/lib/core/engine/trace-span';
import { isWait, waitingIntervals } from '@/lib/core/engine/waiting-time';
import { type Interval, type TimeAxis, timeAxis } from './time-axis';

/** A section of the bar. */
export interface Stretch extends Interval {
  kind: 'work' | 'wait' | 'failed-try';
}

interface Row {
  /** The span's id; for an iteration its container's id with its index. */
  id: string;
  depth: number;
  stretches: Stretch[];
  status: TraceSpan['status'];
  durationMs: number;
  /** True if the inner rows are shown; null if there are none. */
  open: boolean | null;
}

export interface SpanRow extends Row {
  kind: 'span';
  span: TraceSpan;
  /** The number of iterations inside. */
  iterations: number;
}

/** One iteration of a container, with the blocks that ran in it. */
export interface IterationRow extends Row {
  kind: 'iteration';
  index: number;
}

export type WaterfallRow = SpanRow | IterationRow;

/** A container with at most this many spans is open initially. */
const FEW = 10;

/**
 * Returns spans as the rows of a waterfall in order of start, with open containers' content below by
 * iteration.
 *
 * @param startedAtMs the run's start, in milliseconds since 1970
 * @param isOpen takes a row's id
 */
export function waterfallRows(
  spans: readonly TraceSpan[],
  startedAtMs: number,
  isOpen: (id: string) => boolean = () => true,
): WaterfallRow[] {
  const rows: WaterfallRow[] = [];
  const addSpan = (span: TraceSpan, depth: number): void => {
    const inside = iterationsOf(span);
    const open = span.children.length === 0 ? null : isOpen(span.id);
    const { id, status, durationMs } = span;
    const stretches = stretchesOf(span, startedAtMs);
    rows.push({
      kind: 'span',
      span,
      id,
      depth,
      stretches,
      status,
      durationMs,
      open,
      iterations: inside.size,
    });
    if (open !== true) return;
    for (const part of inOrder(span.children.filter(isPart))) addSpan(part, depth + 1);
    for (const [index, members] of inside) addIteration(span, index, members, depth + 1);
  };
  const addIteration = (container: TraceSpan, index: number, members: TraceSpan[], depth: number): void => {
    const [first] = members;
    // A row for the iteration would only repeat this one.
    if (first !== undefined && members.length === 1) {
      addSpan(first, depth);
      return;
    }
    const id = iterationId(container, index);
    const fromMs = startMsOf(first ?? container) - startedAtMs;
    const toMs = members.reduce((latest, span) => Math.max(latest, endMsOf(span)), 0) - startedAtMs;
    const durationMs = toMs - fromMs;
    const status = worstOf(members);
    const stretches = workAndWaits({ fromMs, toMs }, members, startedAtMs);
    const open = isOpen(id);
    rows.push({ kind: 'iteration', id, index, depth, stretches, status, durationMs, open });
    if (open) for (const span of members) addSpan(span, depth + 1);
  };
  for (const span of inOrder(spans)) addSpan(span, 0);
  return rows;
}

/** Builds the axis of the whole run; long stretches in which every block waits are shortened. */
export function axisOf(
  spans: readonly TraceSpan[],
  { startedAtMs, totalMs }: { startedAtMs: number; totalMs: number },
): TimeAxis {
  const work: Interval[] = [];
  let endMs = Math.max(totalMs, 1);
  const visit = (level: readonly TraceSpan[]): void => {
    for (const span of level) {
      if (span.status === 'skipped') continue;
      endMs = Math.max(endMs, endMsOf(span) - startedAtMs);
      // The busy time of a container is that of its children.
      if (span.children.length > 0) visit(span.children);
      else work.push(...stretchesOf(span, startedAtMs).filter(({ kind }) => kind !== 'wait'));
    }
  };
  visit(spans);
  return timeAxis(endMs, work);
}

/** Returns the rows open initially: small containers, and those that lead to the first failure. */
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

/** Returns the containers and iterations around the first failed block, the outermost first. */
function wayToFailure(spans: readonly TraceSpan[]): Array<{ container: TraceSpan; index: number }> {
  const container = spans.find(({ status, children }) => status === 'error' && children.length > 0);
  const failed = container?.children.find(({ status }) => status === 'error');
  if (container === undefined || failed === undefined) return [];
  return [{ container, index: failed.iteration ?? 0 }, ...wayToFailure([failed])];
}

const rowOfIteration = (containerId: string, index: number): string => `${containerId} #${index}`;
const iterationId = (container: TraceSpan, index: number): string => rowOfIteration(container.id, index);

/** Returns the ids of the rows that must be open for a span to be visible. */
export function rowsAround({ id, parentId, iteration }: TraceSpan): string[] {
  if (parentId === null) return [];
  const cut = parentId.indexOf('@');
  const outer = cut < 0 ? null : containerAround(parentId.slice(cut + 1));
  return [
    ...(outer === null ? [] : rowsAround({ ...outer, id: parentId } as TraceSpan)),
    parentId,
    ...(iteration === undefined || id === parentId ? [] : [rowOfIteration(parentId, iteration)]),
  ];
}

/** Returns the container of the innermost iteration of a path such as `each:3/inner:0`. */
function containerAround(path: string): Pick<TraceSpan, 'parentId' | 'iteration'> {
  const cut = path.lastIndexOf('/');
  const last = path.slice(cut + 1);
  const colon = last.lastIndexOf(':');
  const around = cut < 0 ? '' : `@${path.slice(0, cut)}`;
  return { parentId: last.slice(0, colon) + around, iteration: Number(last.slice(colon + 1)) };
}

const iterations = new WeakMap<TraceSpan, Map<number, TraceSpan[]>>();

/** Groups spans by iteration, both in order. Cached, because rows open and close often. */
function iterationsOf(container: TraceSpan): Map<number, TraceSpan[]> {
  const known = iterations.get(container);
  if (known !== undefined) return known;
  const byIndex = new Map<number, TraceSpan[]>();
  for (const span of inOrder(container.children.filter((child) => !isPart(child)))) {
    const index = span.iteration ?? 0;
    const listed = byIndex.get(index);
    if (listed) listed.push(span);
    else byIndex.set(index, [span]);
  }
  const sorted = new Map([...byIndex].sort(([a], [b]) => a - b));
  iterations.set(container, sorted);
  return sorted;
}

export const startMsOf = ({ startTime }: TraceSpan): number => Date.parse(startTime);
export const endMsOf = ({ endTime }: TraceSpan): number => Date.parse(endTime);

function inOrder(spans: readonly TraceSpan[]): TraceSpan[] {
  const started = spans.map((span) => ({ span, startMs: startMsOf(span) }));
  return started.sort((a, b) => a.startMs - b.startMs).map(({ span }) => span);
}

const GRAVITY: ReadonlyArray<TraceSpan['status']> = ['error', 'cancelled', 'warning', 'success', 'skipped'];

const worstOf = (spans: readonly TraceSpan[]): TraceSpan['status'] =>
  GRAVITY.find((status) => spans.some((span) => span.status === status)) ?? 'success';

/** Returns the number of pages (null for a single request) and the number of retries. */
export function requestsOf({ attempts = [] }: TraceSpan): { pages: number | null; retries: number } {
  const retries = attempts.filter((_, index) => isTriedAgain(attempts, index)).length;
  return { pages: attempts.at(-1)?.page ?? null, retries };
}

const isTriedAgain = (attempts: NonNullable<TraceSpan['attempts']>, index: number): boolean =>
  index + 1 < attempts.length && attempts[index + 1]?.page === attempts[index]?.page;

/** Splits a container's time: it waits while some of its blocks wait and none works. */
function workAndWaits(
  { fromMs, toMs }: Interval,
  inside: readonly TraceSpan[],
  startedAtMs: number,
): Stretch[] {
  const stretches: Stretch[] = [];
  let atMs = fromMs;
  const add = (kind: Stretch['kind'], untilMs: number): void => {
    if (untilMs > atMs) stretches.push({ kind, fromMs: atMs, toMs: untilMs });
    atMs = Math.max(atMs, untilMs);
  };
  for (const { startMs, endMs } of waitingIntervals(inside)) {
    add('work', Math.min(startMs - startedAtMs, toMs));
    add('wait', Math.min(endMs - startedAtMs, toMs));
  }
  add('work', toMs);
  return stretches.length === 0 ? [{ kind: 'work', fromMs, toMs }] : stretches;
}

/** Returns one stretch per attempt and pause if there was a pause or retry; else a single stretch. */
function stretchesOf(span: TraceSpan, startedAtMs: number): Stretch[] {
  const { attempts = [], status, durationMs } = span;
  if (status === 'skipped') return [];
  const fromMs = startMsOf(span) - startedAtMs;
  if (span.children.some((child) => !isPart(child)))
    return workAndWaits({ fromMs, toMs: fromMs + durationMs }, span.children, startedAtMs);
  const hasWaited = attempts.some(({ waitMs }) => waitMs > 0);
  if (attempts.length < 2 && !hasWaited)
    return [{ kind: isWait(span) ? 'wait' : 'work', fromMs, toMs: fromMs + durationMs }];
  return attempts.flatMap((attempt, index) => {
    const from = Date.parse(attempt.startedAt) - startedAtMs;
    const kind = isTriedAgain(attempts, index) ? ('failed-try' as const) : ('work' as const);
    const tried: Stretch = { kind, fromMs: from, toMs: from + attempt.durationMs };
    if (attempt.waitMs <= 0) return [tried];
    return [{ kind: 'wait' as const, fromMs: from - attempt.waitMs, toMs: from }, tried];
  });
}

/** Describes the content of an opened row. An agent's parts are model responses and tool calls. */
export function whatOpens(row: WaterfallRow): string {
  if (row.kind === 'iteration') return `Blocks of iteration ${row.index + 1}`;
  return `${row.span.children.some(isPart) ? 'Steps' : 'Iterations'} of ${row.span.name}`;
}
