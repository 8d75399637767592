import type { BlockDefinitions } from '../blocks/registry/definitions';
import type { TraceSpan } from '../engine/trace-span';
import { sameJson } from '../workflow/same-json';
import { type AcceptedRequest, acceptedRequest, flatSpans, sentIn } from './accepted-requests';
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
  /** The requests that it would send again; absent if it would send none again. */
  repeated?: AcceptedRequest[];
}

/** The codes of a forecast that depends on a value which is in no record. */
const SECRET = 'SECRET_NOT_RECORDED';
const REDACTED_VALUE = 'VALUE_REDACTED';

type Told = Omit<Forecast, 'otherwise' | 'outcome' | 'repeated'> & { outcome: Come };

/** Judges a replay. It claims a success only if each request of the new run was recorded as it is sent now. */
export function forecastOf(
  replay: ReplayedRun,
  doubts: readonly Doubt[],
  definitions: BlockDefinitions,
): Forecast {
  const come = comeTo(replay, doubts, definitions);
  const again = acceptedAgain(replay, definitions);
  const [first] = again;
  if (first === undefined) return { ...come, otherwise: null };
  const { blockId, name: blockName } = first.span;
  const repeated = again.map(({ request }) => request);
  const told = { blockId, blockName, code: null, otherwise: come.outcome, mayDiffer: false };
  return { outcome: 'repeats', ...told, repeated };
}

function comeTo(replay: ReplayedRun, doubts: readonly Doubt[], definitions: BlockDefinitions): Told {
  const { outcome } = replay;
  const spans = [...flatSpans(outcome.traceSpans)];
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

/** Returns the accepted requests that the new run would send again, with their blocks in the order they ended. */
function acceptedAgain(
  { outcome, blocks, recordedStep }: ReplayedRun,
  definitions: BlockDefinitions,
): Array<{ span: TraceSpan; request: AcceptedRequest }> {
  const again = new Set<string>();
  for (const span of flatSpans(outcome.traceSpans))
    if (span.status !== 'skipped' && span.status !== 'cancelled') again.add(recordedStep(span.id));
  return [...blocks].flatMap(([step, { span }]) => {
    const request = again.has(step) ? acceptedRequest(span, definitions) : null;
    return request === null ? [] : [{ span, request }];
  });
}
