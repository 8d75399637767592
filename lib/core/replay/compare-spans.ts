import { isPart, type TraceSpan } from '../engine/trace-span';
import { jsonDifferences } from '../workflow/json-differences';

/** `ran`: in one of the runs only; `input`, `output`: values that it was given, that it returned. */
export const STEP_CHANGES = ['ran', 'status', 'input', 'error', 'output'] as const;
export type StepChange = (typeof STEP_CHANGES)[number];

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
}

export interface ComparedSpans {
  /** Blocks outside containers in the order they started, each followed by the steps inside that differ. */
  steps: ComparedStep[];
  /** Of the one that differs first by time of start; containers come after what is inside them. */
  firstId: string | null;
  /** How many steps differ; `steps` has the first `MOST_INSIDE` of those in containers. */
  differing: number;
}

const MOST_INSIDE = 200;

interface Found extends ComparedStep {
  isInside: boolean;
  startMs: number;
}

/** What the blocks of two runs did otherwise. Times, costs and ids of the runs don't count. */
export function compareSpans(before: readonly TraceSpan[], after: readonly TraceSpan[]): ComparedSpans {
  const [earlier, later] = [new Map(flat(before)), new Map(flat(after))];
  const found: Found[] = [];
  for (const id of new Set([...later.keys(), ...earlier.keys()])) {
    const [was, is] = [earlier.get(id), later.get(id)];
    const span = is?.span ?? was?.span;
    if (span === undefined) continue;
    found.push({
      ...{ id, name: span.name, type: span.type, before: was?.span ?? null, after: is?.span ?? null },
      changes: changesOf(was?.span, is?.span),
      isInside: (is ?? was)?.isInside ?? false,
      startMs: Date.parse(span.startTime),
    });
  }
  // Stable: what started in one millisecond stays in the order it ended, what is inside comes first.
  found.sort((a, b) => a.startMs - b.startMs);
  const differ = found.filter(({ changes }) => changes.length > 0);
  const first = differ.find(({ before: was }) => !was || was.children.length === 0) ?? differ[0];
  let inside = 0;
  const steps = found.filter((step) => {
    if (!step.isInside) return true;
    if (step.changes.length === 0) return false;
    inside += 1;
    return inside <= MOST_INSIDE;
  });
  return {
    steps: steps.map(({ isInside: _, startMs: __, ...step }) => step),
    firstId: first?.id ?? null,
    differing: differ.length,
  };
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

function changesOf(was: TraceSpan | undefined, is: TraceSpan | undefined): StepChange[] {
  if (!hasRun(was) || !hasRun(is)) return hasRun(was) || hasRun(is) ? ['ran'] : [];
  const differs = (a: unknown, b: unknown) => jsonDifferences(a ?? null, b ?? null, 1).found.length > 0;
  return [
    ...(was.status === is.status ? [] : (['status'] as const)),
    ...(differs(was.input, is.input) ? (['input'] as const) : []),
    ...(differs(failureOf(was), failureOf(is)) ? (['error'] as const) : []),
    ...(differs(was.output, is.output) ? (['output'] as const) : []),
  ];
}

const failureOf = ({ error }: TraceSpan) => error && { code: error.code, message: error.message };
