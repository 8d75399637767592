import { parseExact } from '../../platform/text/exact-number';
import { writeJson } from '../../platform/text/json-text';
import { reachesOut } from '../blocks/capabilities';
import type { BlockDefinitions } from '../blocks/registry/definitions';
import type { CompiledWorkflow } from '../engine/compile-workflow';
import { iterationOf } from '../engine/request-key';
import { NestedSpace } from '../engine/shorten-value';
import { isPart, type TraceSpan } from '../engine/trace-span';
import { sameJson } from '../workflow/same-json';
import type { Difference } from './difference';
import { type RecordedRun, wasBrokenOff } from './recorded-run';
import type { ReplayedRun } from './replay-run';
import { unknownBlocks } from './unknown-blocks';

export interface Comparison {
  /** `unknown`: nothing differs up to a block whose result is not recorded. */
  result: 'same' | 'different' | 'unknown';
  /** The first differences. */
  differences: Difference[];
  count: number;
}

const MOST_LISTED = 200;
/** Matches the warning of a log that leaves out some of the spans in containers. */
const OMITS = /left out of this log/;

const asJson = (value: unknown): unknown => parseExact(writeJson(value ?? null));

/** Compares a replayed run with the recorded one. Times don't count. */
export function compareRuns(
  compiled: CompiledWorkflow,
  recorded: RecordedRun,
  { outcome, blocks, recordedStep, unanswered }: ReplayedRun,
  definitions: BlockDefinitions,
): Comparison {
  const list = new DifferenceList();
  const unknown = unknownBlocks(compiled, unanswered);
  const omits = recorded.spans.some(({ warnings = [] }) => warnings.some((text) => OMITS.test(text)));
  const seen = new Set<string>();
  for (const now of flat(outcome.traceSpans)) {
    const step = recordedStep(now.id);
    seen.add(step);
    if (unanswered.has(now.id)) list.add('unanswered', now, null, now.input);
    if (unknown.has(now.blockId)) continue;
    const was = blocks.get(step)?.span;
    if (was === undefined && omits) continue;
    const isOutside = reachesOut(definitions.get(now.type));
    compareBlocks(list, was, now, isOutside);
  }
  for (const [step, { span }] of blocks)
    if (!seen.has(step) && span.status !== 'skipped' && !unknown.has(span.blockId))
      list.add('branch', span, span.status, null);
  if (unanswered.size === 0) compareEnds(list, recorded, outcome);
  const { found, count } = list;
  const different = found.some(({ kind }) => kind !== 'unanswered');
  return {
    result: different ? 'different' : unanswered.size > 0 ? 'unknown' : 'same',
    differences: found,
    count,
  };
}

function compareBlocks(
  list: DifferenceList,
  was: TraceSpan | undefined,
  now: TraceSpan,
  isOutside: boolean,
): void {
  const ran = (span: TraceSpan | undefined) => span !== undefined && span.status !== 'skipped';
  if (!ran(was) && !ran(now)) return;
  if (was === undefined || !ran(was) || !ran(now)) {
    list.add('branch', now, was?.status ?? null, now.status);
    return;
  }
  if (was.status === 'cancelled' && now.status === 'cancelled') return;
  if (isOutside && !sameJson(asJson(was.input), asJson(now.input)))
    list.add('request', now, was.input, now.input);
  const [failure, newFailure] = [failureOf(was), failureOf(now)];
  if (!sameJson(failure, newFailure)) list.add('error', now, failure, newFailure);
  else if (!isOutside && !sameJson(asJson(was.output), asJson(now.output)))
    list.add('output', now, was.output, now.output);
}

const failureOf = ({ error, status }: TraceSpan) =>
  error === null ? (status === 'cancelled' ? { code: 'CANCELLED' } : null) : plainError(error);

const plainError = ({ code, message }: { code: string; message: string }) => ({ code, message });

function compareEnds(
  list: DifferenceList,
  recorded: RecordedRun,
  { loggedOutput, error }: ReplayedRun['outcome'],
): void {
  if (wasBrokenOff(recorded) && error?.code === 'CANCELLED') return;
  const before = recorded.error && { ...plainError(recorded.error), blockId: recorded.error.blockId };
  const after = error && { ...plainError(error), blockId: error.blockId };
  if (!sameJson(before, after))
    list.add('result', null, told(recorded.error, recorded.output), told(error, loggedOutput));
  else if (!sameJson(asJson(recorded.output), asJson(loggedOutput)))
    list.add('result', null, recorded.output, loggedOutput);
}

interface RunError {
  code: string;
  message: string;
  blockName?: string;
}

/** Describes the end of a run for people: blocks by their names. */
const told = (error: RunError | null, output: unknown): unknown =>
  error === null
    ? { output }
    : { error: { ...plainError(error), ...(error.blockName !== undefined && { block: error.blockName }) } };

class DifferenceList {
  readonly found: Difference[] = [];
  count = 0;
  readonly #space = new NestedSpace();

  add(kind: Difference['kind'], span: TraceSpan | null, before: unknown, after: unknown): void {
    this.count += 1;
    if (this.found.length === MOST_LISTED) return;
    const { iteration } = span ? iterationOf(span.id) : {};
    this.found.push({
      kind,
      blockId: span?.blockId ?? null,
      blockName: span?.name ?? null,
      ...(iteration === undefined ? {} : { iteration }),
      before: this.#space.shorten(before ?? null, () => null),
      after: this.#space.shorten(after ?? null, () => null),
    });
  }
}

function* flat(spans: readonly TraceSpan[]): Generator<TraceSpan> {
  for (const span of spans) {
    if (isPart(span)) continue;
    yield* flat(span.children);
    yield span;
  }
}
