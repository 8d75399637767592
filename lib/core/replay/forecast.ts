import { parseExact } from '../../platform/text/exact-number';
import { writeJson } from '../../platform/text/json-text';
import type { OutsideWork } from '../blocks/capabilities';
import type { BlockDefinitions } from '../blocks/registry/definitions';
import { isPart, type TraceSpan } from '../engine/trace-span';
import { sameJson } from '../workflow/same-json';
import type { Doubt } from './doubts';
import type { ReplayedRun } from './replay-run';

/** What a run would come to. `unrecorded`: it needs a request that was never recorded. */
type Come = 'succeeds' | 'fails' | 'unrecorded';

/** What a new run with the input of a recorded one would do, as far as its record tells. */
export interface Forecast {
  /** `repeats`: it would send a request again that was accepted and is not safe to repeat. */
  outcome: Come | 'repeats';
  /** The block that decides; null if none does. */
  blockId: string | null;
  blockName: string | null;
  /** The code of the failure. */
  code: string | null;
  /** Of `repeats`: what the run would come to apart from that. */
  otherwise: Come | null;
  /** It rests on a recorded failure that may pass, such as that of a server that was away. */
  mayDiffer: boolean;
}

/** Methods of which a server may do something for each request. */
const ONCE_EACH: ReadonlySet<unknown> = new Set(['POST', 'PATCH']);
const IDEMPOTENCY_KEY = 'idempotency-key';
/** The codes of a forecast that depends on a value which is in no record. */
const SECRET = 'SECRET_NOT_RECORDED';
const REDACTED_VALUE = 'VALUE_REDACTED';

type Told = Omit<Forecast, 'otherwise' | 'outcome'> & { outcome: Come };

/** Judges a replay. It claims a success only if each request of the new run was recorded as it is sent now. */
export function forecastOf(
  replay: ReplayedRun,
  doubts: readonly Doubt[],
  definitions: BlockDefinitions,
): Forecast {
  const come = comeTo(replay, doubts, definitions);
  const repeated = acceptedAgain(replay, definitions);
  if (repeated === undefined) return { ...come, otherwise: null };
  const { blockId, name: blockName } = repeated;
  return { outcome: 'repeats', blockId, blockName, code: null, otherwise: come.outcome, mayDiffer: false };
}

function comeTo(replay: ReplayedRun, doubts: readonly Doubt[], definitions: BlockDefinitions): Told {
  const { outcome } = replay;
  const spans = [...flat(outcome.traceSpans)];
  const unknown = spans.find((span) => isUnrecorded(span, replay, definitions));
  if (unknown !== undefined) return toldOf('unrecorded', unknown);
  const missing = doubts.find(({ kind }) => kind === 'secret' || kind === 'redacted');
  if (missing !== undefined) {
    const { blockId, kind } = missing;
    const blockName = spans.find((span) => span.blockId === blockId)?.name ?? null;
    const code = kind === 'secret' ? SECRET : REDACTED_VALUE;
    return { outcome: 'unrecorded', blockId, blockName, code, mayDiffer: false };
  }
  const mayDiffer = spans.some(
    ({ type, error }) => error?.retryable === true && definitions.get(type)?.outsideWork !== undefined,
  );
  if (outcome.status === 'success')
    return { outcome: 'succeeds', blockId: null, blockName: null, code: null, mayDiffer };
  const { blockId = null, blockName = null, code = null } = outcome.error ?? {};
  return { outcome: 'fails', blockId, blockName, code, mayDiffer };
}

const toldOf = (outcome: Come, { blockId, name: blockName }: TraceSpan): Told => {
  return { outcome, blockId, blockName, code: null, mayDiffer: false };
};

/** True if nothing recorded answers a block, or what it sends now is not what was answered. */
function isUnrecorded(
  span: TraceSpan,
  { unanswered, blocks, recordedStep }: ReplayedRun,
  definitions: BlockDefinitions,
): boolean {
  if (unanswered.has(span.id)) return true;
  const work = definitions.get(span.type)?.outsideWork;
  if (work === undefined || span.status === 'skipped' || span.status === 'cancelled') return false;
  const was = blocks.get(recordedStep(span.id))?.span;
  return was !== undefined && was.status !== 'skipped' && !sameJson(sentIn(work, was), sentIn(work, span));
}

/** Returns the first block whose accepted request the new run would send again. */
function acceptedAgain(
  { outcome, blocks, recordedStep }: ReplayedRun,
  definitions: BlockDefinitions,
): TraceSpan | undefined {
  const again = new Set<string>();
  for (const span of flat(outcome.traceSpans))
    if (span.status !== 'skipped' && span.status !== 'cancelled') again.add(recordedStep(span.id));
  for (const [step, { span }] of blocks)
    if (again.has(step) && wasAccepted(span, definitions.get(span.type)?.outsideWork)) return span;
  return undefined;
}

/** A key that its author chose is the same in the new run, so that the server knows the request again. */
function wasAccepted(span: TraceSpan, work: OutsideWork | undefined): boolean {
  if (work?.request === undefined) return false;
  const sent = asObject(sentIn(work, span));
  const status = asObject(span.output)[work.request.outputs.status];
  if (typeof status !== 'number' || status < 200 || status > 299) return false;
  return ONCE_EACH.has(sent.method) && !(IDEMPOTENCY_KEY in asObject(sent.headers));
}

/** Returns what leaves the run, without settings that change nothing at the other side. */
const sentIn = ({ sent }: OutsideWork, { input }: TraceSpan): unknown =>
  asJson(sent === undefined ? input : sent(asObject(asJson(input))));

const asJson = (value: unknown): unknown => parseExact(writeJson(value ?? null));

const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function* flat(spans: readonly TraceSpan[]): Generator<TraceSpan> {
  for (const span of spans) {
    if (isPart(span)) continue;
    yield* flat(span.children);
    yield span;
  }
}
