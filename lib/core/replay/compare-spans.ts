import { isJsonObject } from '../../platform/text/exact-number';
import { writeJson } from '../../platform/text/json-text';
import { isTriggerBlock } from '../blocks/capabilities';
import { blockDefinitions } from '../blocks/registry/definitions';
import { isShortened, type ShortenedValue } from '../blocks/shortened-value';
import { isPart, type TraceSpan } from '../engine/trace-span';
import { startsRuns } from '../graph-walk/beginnings';
import { jsonDifferences } from '../workflow/json-differences';

/**
 * `ran`: in one of the runs only; `input`, `output`: values that it was given, that it returned.
 * `minor`: only headers that change by themselves (`CHANGING_HEADERS`), which doesn't make the runs
 * different.
 */
const STEP_CHANGES = ['ran', 'status', 'input', 'error', 'output', 'minor'] as const;
export type StepChange = (typeof STEP_CHANGES)[number];

/** Response headers that servers set for each response: they say when and by whom, not what. */
const CHANGING_HEADERS: ReadonlySet<string> = new Set([
  'date',
  'age',
  'expires',
  'etag',
  'set-cookie',
  'server-timing',
  'x-runtime',
  'x-response-time',
  'x-request-id',
  'request-id',
  'x-correlation-id',
  'x-trace-id',
  'traceparent',
  'cf-ray',
  'x-amzn-requestid',
  'x-amzn-trace-id',
  'x-amz-request-id',
  'x-amz-id-2',
  'x-amz-cf-id',
  'x-github-request-id',
  'x-served-by',
  'x-timer',
  'x-cache',
  'x-cache-hits',
  'report-to',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'ratelimit',
  'ratelimit-remaining',
  'ratelimit-reset',
]);

/** One block of two runs, in one iteration. */
export interface ComparedStep {
  /** The id of both spans. */
  id: string;
  name: string;
  type: string;
  /** Null if it is not in that run. */
  before: TraceSpan | null;
  after: TraceSpan | null;
  changes: StepChange[];
  /** Parts that are the same as far as the log has them, but are incomplete there. */
  unclear: ComparedPart[];
  /** The number of containers around it. */
  depth: number;
  /** Counted from 0; null outside containers. */
  iteration: number | null;
}

export type ComparedPart = 'input' | 'output';

export interface ComparedSpans {
  /**
   * Blocks outside containers in the order they started, each followed by the steps inside that differ,
   * iteration by iteration.
   */
  steps: ComparedStep[];
  /** Id of the step that differs first by start time; containers come after the steps inside them. */
  firstId: string | null;
  /** The number of steps that differ; `steps` has the first `MOST_INSIDE` of those in containers. */
  differing: number;
  /** The number of steps without a known difference, but with values too large to be sure. */
  unclear: number;
}

const MOST_INSIDE = 200;

interface Found extends Omit<ComparedStep, 'depth'> {
  isInside: boolean;
}

/** Compares the blocks of two runs. Times, costs and ids of the runs don't count. */
export function compareSpans(before: readonly TraceSpan[], after: readonly TraceSpan[]): ComparedSpans {
  const [earlier, later] = [new Map(flat(before)), new Map(flat(after))];
  const found: Found[] = [];
  for (const id of inOneOrder(startOrder(earlier), startOrder(later))) {
    const [was, is] = [earlier.get(id), later.get(id)];
    const span = is?.span ?? was?.span;
    if (span === undefined) continue;
    found.push({
      id,
      name: span.name,
      type: span.type,
      before: was?.span ?? null,
      after: is?.span ?? null,
      ...changesOf(was?.span, is?.span),
      iteration: span.iteration ?? null,
      isInside: (is ?? was)?.isInside ?? false,
    });
  }
  const differ = found.filter(isDifference);
  const first = differ.find(({ before: was }) => !was || was.children.length === 0) ?? differ[0];
  return {
    steps: underContainers(found),
    firstId: first?.id ?? null,
    differing: differ.length,
    unclear: found.filter((step) => step.unclear.length > 0 && !isDifference(step)).length,
  };
}

/** Lists the steps in a container below it, by iteration: only those that differ, and their containers. */
function underContainers(found: readonly Found[]): ComparedStep[] {
  const known = new Set(found.map(({ id }) => id));
  const inside = new Map<string, Found[]>();
  const outside: Found[] = [];
  for (const step of found) {
    const parentId = (step.after ?? step.before)?.parentId ?? null;
    if (!step.isInside || parentId === null || !known.has(parentId)) outside.push(step);
    else {
      const members = inside.get(parentId);
      if (members === undefined) inside.set(parentId, [step]);
      else members.push(step);
    }
  }
  let listed = 0;
  const list = ({ isInside: _, ...step }: Found, depth: number): ComparedStep[] => {
    const members = [...(inside.get(step.id) ?? [])].sort((a, b) => (a.iteration ?? 0) - (b.iteration ?? 0));
    const below = members.flatMap((member) => list(member, depth + 1));
    const isShown = depth === 0 || below.length > 0 || isDifference(step) || step.unclear.length > 0;
    if (!isShown) return [];
    if (depth > 0) {
      if (listed >= MOST_INSIDE) return [];
      listed += 1;
    }
    return [{ ...step, depth }, ...below];
  };
  return outside.flatMap((step) => list(step, 0));
}

export const isDifference = ({ changes }: Pick<ComparedStep, 'changes'>): boolean =>
  changes.some((change) => change !== 'minor');

/** Returns the input that started a run, as its log has it; undefined if no block has begun. */
export function runInputOf(spans: readonly TraceSpan[]): unknown {
  const first = spans.find(startsRun);
  return isOfTrigger(first) ? first?.output : first?.input;
}

/** True if a trigger's block began the run: then the run's input is its output, not what it was given. */
export const isOfTrigger = (span: Pick<TraceSpan, 'type'> | undefined): boolean =>
  isTriggerBlock(blockDefinitions.get(span?.type ?? ''));

/** True if a run began at this block. */
export function startsRun({ type, status }: TraceSpan): boolean {
  return startsRuns(blockDefinitions.get(type)) && status !== 'skipped';
}

/** Sorts by start, stable: blocks of one millisecond stay in the order they ended, inner ones first. */
function startOrder(spans: ReadonlyMap<string, { span: TraceSpan }>): string[] {
  const starts = [...spans].map(([id, { span }]) => ({ id, startMs: Date.parse(span.startTime) }));
  return starts.sort((a, b) => a.startMs - b.startMs).map(({ id }) => id);
}

/** Merges two orders: a block only in the earlier run follows its predecessor; times can't be compared. */
function inOneOrder(earlier: readonly string[], later: readonly string[]): string[] {
  const inLater = new Set(later);
  const first: string[] = [];
  const behind = new Map<string, string[]>();
  let place = first;
  for (const id of earlier) {
    if (inLater.has(id)) {
      place = [];
      behind.set(id, place);
    } else place.push(id);
  }
  return [...first, ...later.flatMap((id) => [id, ...(behind.get(id) ?? [])])];
}

function* flat(
  spans: readonly TraceSpan[],
  isInside = false,
): Generator<[string, { span: TraceSpan; isInside: boolean }]> {
  for (const span of spans) {
    if (isPart(span)) continue;
    yield* flat(span.children, true);
    yield [span.id, { span, isInside }];
  }
}

const hasRun = (span: TraceSpan | undefined): span is TraceSpan =>
  span !== undefined && span.status !== 'skipped';

function changesOf(
  was: TraceSpan | undefined,
  is: TraceSpan | undefined,
): Pick<ComparedStep, 'changes' | 'unclear'> {
  if (!hasRun(was) || !hasRun(is)) return { changes: hasRun(was) || hasRun(is) ? ['ran'] : [], unclear: [] };
  const input = sameness(was.input ?? null, is.input ?? null);
  const output = sameness(withoutChanging(was), withoutChanging(is));
  const isMinor = output !== 'differs' && sameness(was.output ?? null, is.output ?? null) === 'differs';
  return {
    changes: [
      ...(was.status === is.status ? [] : (['status'] as const)),
      ...(input === 'differs' ? (['input'] as const) : []),
      ...(sameness(failureOf(was), failureOf(is)) === 'same' ? [] : (['error'] as const)),
      ...(output === 'differs' ? (['output'] as const) : []),
      ...(isMinor ? (['minor'] as const) : []),
    ],
    unclear: [
      ...(input === 'unclear' ? (['input'] as const) : []),
      ...(output === 'unclear' ? (['output'] as const) : []),
    ],
  };
}

const failureOf = ({ error }: TraceSpan) => (error ? { code: error.code, message: error.message } : null);

/** Returns a block's output without the changing parts of responses: some headers, and cookies. */
function withoutChanging({ type, output }: TraceSpan): unknown {
  const { outsideWork, container } = blockDefinitions.get(type) ?? {};
  if (outsideWork?.request !== undefined) return withoutHeaders(output);
  if (container === undefined || !isJsonObject(output) || !Array.isArray(output.results))
    return output ?? null;
  // For each iteration, `results` has the output of the last block inside.
  return { ...output, results: output.results.map(withoutHeaders) };
}

function withoutHeaders(output: unknown): unknown {
  if (!isJsonObject(output) || typeof output.status !== 'number' || !isJsonObject(output.headers))
    return output ?? null;
  const kept = Object.entries(output.headers).filter(([name]) => !CHANGING_HEADERS.has(name.toLowerCase()));
  const { cookies: _, ...others } = output;
  return { ...others, headers: Object.fromEntries(kept) };
}

/** `unclear`: the same as far as it is known, but not all of it is. */
type Sameness = 'same' | 'differs' | 'unclear';

/** Compares two values as spans hold them: complete, shortened as a whole, or with shortened members. */
function sameness(was: unknown, is: unknown): Sameness {
  if (isCut(was) || isCut(is)) return cutSameness(was, is);
  if (!isJsonObject(was) || !isJsonObject(is)) return wholeSameness(was, is);
  const names = new Set([...Object.keys(was), ...Object.keys(is)]);
  const cut = [...names].filter((name) => isCut(was[name]) || isCut(is[name]));
  const without = (value: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(value).filter(([name]) => !cut.includes(name)));
  const all = [
    wholeSameness(without(was), without(is)),
    ...cut.map((name) => cutSameness(was[name], is[name])),
  ];
  if (all.includes('differs')) return 'differs';
  return all.includes('unclear') ? 'unclear' : 'same';
}

function wholeSameness(was: unknown, is: unknown): Sameness {
  const { found, isComplete } = jsonDifferences(was, is, { most: 1 });
  if (found.length > 0) return 'differs';
  return isComplete ? 'same' : 'unclear';
}

/** A shortened value; if there was no room for its beginning, only the fact that there was one. */
type Cut = ShortenedValue | { truncated: true; bytes: null };

export const isCut = (value: unknown): value is Cut =>
  isShortened(value) ||
  (isJsonObject(value) &&
    value.truncated === true &&
    value.bytes === null &&
    Object.keys(value).length === 2);

/** Compares two values of which at least one is incomplete, by their files, sizes and beginnings. */
function cutSameness(was: unknown, is: unknown): Sameness {
  const [earlier, later] = [knownOf(was), knownOf(is)];
  // A file's id is the hash of its content.
  if (earlier.fileId !== null && later.fileId !== null)
    return earlier.fileId === later.fileId ? 'same' : 'differs';
  if (earlier.bytes !== null && later.bytes !== null && earlier.bytes !== later.bytes) return 'differs';
  const length = Math.min(earlier.head.length, later.head.length);
  return earlier.head.slice(0, length) === later.head.slice(0, length) ? 'unclear' : 'differs';
}

function knownOf(value: unknown): { fileId: string | null; bytes: number | null; head: string } {
  if (isShortened(value)) return { fileId: value.fileId ?? null, bytes: value.bytes, head: value.head ?? '' };
  if (isCut(value)) return { fileId: null, bytes: null, head: '' };
  const head = typeof value === 'string' ? value : (writeJson(value) ?? '');
  return { fileId: null, bytes: new TextEncoder().encode(head).length, head };
}
