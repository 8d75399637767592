import { isJsonObject } from '../../platform/text/exact-number';
import { writeJson } from '../../platform/text/json-text';
import { blockDefinitions } from '../blocks/registry/definitions';
import { isShortened, type ShortenedValue } from '../blocks/shortened-value';
import { isPart, type TraceSpan } from '../engine/trace-span';
import { jsonDifferences } from '../workflow/json-differences';

/**
 * `ran`: in one of the runs only; `input`, `output`: values that it was given, that it returned. `minor`:
 * only headers that change by themselves (`CHANGING_HEADERS`), which is no difference of the runs.
 */
const STEP_CHANGES = ['ran', 'status', 'input', 'error', 'output', 'minor'] as const;
export type StepChange = (typeof STEP_CHANGES)[number];

/** Response headers that servers set anew with each response: they say when and by whom, not what. */
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
  /** Of both spans. */
  id: string;
  name: string;
  type: string;
  /** Null: it is not in that run. */
  before: TraceSpan | null;
  after: TraceSpan | null;
  changes: StepChange[];
  /** What is the same as far as the log has it, but isn't there whole. */
  unclear: ComparedPart[];
  /** How many containers it is in. */
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
  /** Of the one that differs first by time of start; containers come after what is inside them. */
  firstId: string | null;
  /** How many steps differ; `steps` has the first `MOST_INSIDE` of those in containers. */
  differing: number;
  /** How many don't differ as far as is known, but have values that are too large to be sure. */
  unclear: number;
}

const MOST_INSIDE = 200;

interface Found extends Omit<ComparedStep, 'depth'> {
  isInside: boolean;
}

/** What the blocks of two runs did otherwise. Times, costs and ids of the runs don't count. */
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

/** What is inside a container stands below it, by iteration: only what differs, and what leads there. */
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

/** What started a run, as its log has it; undefined where no block has begun. */
export function runInputOf(spans: readonly TraceSpan[]): unknown {
  const first = spans.find(startsRun);
  // A Start block got the run's input; of a trigger it is what the trigger put out.
  return blockDefinitions.get(first?.type ?? '')?.startsOn === undefined ? first?.input : first?.output;
}

/** Whether a run began at this block. */
export function startsRun({ type, status }: TraceSpan): boolean {
  const definition = blockDefinitions.get(type);
  return definition?.hasInput === false && definition.note === undefined && status !== 'skipped';
}

/** Stable: what started in one millisecond stays in the order it ended, what is inside comes first. */
function startOrder(spans: ReadonlyMap<string, { span: TraceSpan }>): string[] {
  const starts = [...spans].map(([id, { span }]) => ({ id, startMs: Date.parse(span.startTime) }));
  return starts.sort((a, b) => a.startMs - b.startMs).map(({ id }) => id);
}

/** Times of two runs can't be compared: a block of the earlier run alone follows the one before it there. */
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

/** What a block put out, without what of responses changes by itself: some headers, and cookies. */
function withoutChanging({ type, output }: TraceSpan): unknown {
  const { sendsRequest, container } = blockDefinitions.get(type) ?? {};
  if (sendsRequest !== undefined) return withoutHeaders(output);
  if (container === undefined || !isJsonObject(output) || !Array.isArray(output.results))
    return output ?? null;
  // The output of the last block inside, of each iteration.
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

/** Of two values as spans hold them: whole, shortened as a whole, or in one of their members. */
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

/** Where there was no room even for a beginning, only that there was a value. */
type Cut = ShortenedValue | { truncated: true; bytes: null };

export const isCut = (value: unknown): value is Cut =>
  isShortened(value) ||
  (isJsonObject(value) &&
    value.truncated === true &&
    value.bytes === null &&
    Object.keys(value).length === 2);

/** Of two values of which at least one is not there whole: by their files, sizes and beginnings. */
function cutSameness(was: unknown, is: unknown): Sameness {
  const [earlier, later] = [knownOf(was), knownOf(is)];
  // A file's id is the hash of what it holds.
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
