import { isTriggerBlock } from '../blocks/capabilities';
import type { BlockDefinitions } from '../blocks/registry/definitions';
import type { CompiledWorkflow } from '../engine/compile-workflow';
import type { RunOutcome } from '../engine/ports';
import { iterationOf } from '../engine/request-key';
import type { TraceSpan } from '../engine/trace-span';
import { startsRuns } from '../graph-walk/beginnings';
import { recordedResult } from '../replay/recorded-result';
import type { RecordedRun } from '../replay/recorded-run';
import { type ReplayedRun, type ReplayPorts, replayRun } from '../replay/replay-run';
import type { SentRequest } from '../run-tests/expected';
import { nearestRequest } from '../run-tests/nearest-request';
import { asJson, flatSpans, sentBy } from '../run-tests/result-of';
import { AnswersByContent } from './answers-by-content';

/** A request that nothing recorded answers. */
interface MissingAnswer {
  blockId: string;
  blockName: string;
  request: unknown;
  /** The recorded request that is most like it; null if none is alike. */
  nearest: unknown;
}

export interface MockedRun {
  outcome: RunOutcome;
  /** The number of requests that had a recorded answer. */
  answered: number;
  missing: MissingAnswer[];
  /** False if a trigger began the recorded run: then this one begins with what that received. */
  takesInput: boolean;
}

export interface MockedFrom {
  recorded: RecordedRun;
  /** The requests of its steps, where its spans don't tell. */
  sent?: readonly SentRequest[] | undefined;
}

/**
 * Runs a document with another input on the answers that a past run recorded, found by what was sent for them. Opens
 * no connection; rejects because of the run only with `Outgrown`.
 */
export async function mockRun(
  compiled: CompiledWorkflow,
  { recorded, sent }: MockedFrom,
  input: Readonly<Record<string, unknown>>,
  ports: ReplayPorts,
): Promise<MockedRun> {
  const { definitions } = ports;
  const answers = new AnswersByContent(recorded, definitions, sent);
  const began = recorded.spans.find((span) => beganWith(span, definitions));
  const takesInput = began === undefined || !isTriggerBlock(definitions.get(began.type));
  const spans = recorded.spans.map((span) => (span === began && takesInput ? { ...span, input } : span));
  let answered = 0;
  const replayed = await replayRun(
    compiled,
    { ...recorded, spans },
    {
      ...ports,
      answer: async ({ step, config, definition, recorded: own }) => {
        const work = definition.outsideWork;
        if (work?.sent === undefined) return own;
        const found = answers.take({ type: definition.type, step, work }, config);
        const result =
          found && recordedResult(found.span, found.output, work.request?.continuesOnStatus?.(config));
        if (result !== null) answered += 1;
        return result;
      },
    },
  );
  const { outcome } = replayed;
  const known = sent ?? sentIn(recorded, definitions);
  return { outcome, answered, missing: missingIn(replayed, known, definitions), takesInput };
}

const beganWith = ({ type, status }: TraceSpan, definitions: BlockDefinitions): boolean =>
  status !== 'skipped' && startsRuns(definitions.get(type));

const sentIn = ({ spans }: RecordedRun, definitions: BlockDefinitions): SentRequest[] =>
  flatSpans(spans).flatMap((span) => {
    const request = sentBy(span, definitions);
    const { id: step, blockId, name: blockName } = span;
    return request === undefined ? [] : [{ step, blockId, blockName, request }];
  });

function missingIn(
  { outcome, unanswered }: ReplayedRun,
  recorded: readonly SentRequest[],
  definitions: BlockDefinitions,
): MissingAnswer[] {
  const spans = new Map(flatSpans(outcome.traceSpans).map((span) => [span.id, span]));
  return [...unanswered].map((step) => {
    const span = spans.get(step);
    const { blockId } = iterationOf(step);
    const request = span === undefined ? null : (sentBy(span, definitions) ?? asJson(span.input));
    const nearest = nearestRequest({ step, blockId, request }, recorded)?.request ?? null;
    return { blockId, blockName: span?.name ?? blockId, request, nearest };
  });
}
