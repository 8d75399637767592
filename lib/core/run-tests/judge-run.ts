import { jsonBeginning } from '../../platform/text/json-beginning';
import { jsonLength } from '../../platform/text/json-length';
import type { BlockDefinitions } from '../blocks/registry/definitions';
import type { ShortenedValue } from '../blocks/shortened-value';
import type { CompiledWorkflow } from '../engine/compile-workflow';
import { iterationOf } from '../engine/request-key';
import type { ReplayedRun } from '../replay/replay-run';
import { unknownBlocks } from '../replay/unknown-blocks';
import type { Expected, SentRequest } from './expected';
import { matchValues } from './match-values';
import { nearestRequest } from './nearest-request';
import { asJson, flatSpans, resultOf, sentBy } from './result-of';
import type { ExpectationRule } from './rule';
import { rulesHere, rulesOf } from './rule-tree';
import type { TestDifference } from './test-difference';
import { MatchBudget, type ValueDifference } from './value-difference';

export interface Expectation {
  expected: Expected;
  rules: readonly ExpectationRule[];
}

/** A run passes its test if nothing differs. */
export interface Judgement {
  /** The first differences. */
  differences: TestDifference[];
  count: number;
}

const MOST_LISTED = 50;
/** The characters of a value in a difference. */
const MOST_SHOWN = 1_000;

/** Compares a replayed run with what its test expects. */
export function judgeRun(
  compiled: Pick<CompiledWorkflow, 'blocks'>,
  replayed: ReplayedRun,
  { expected, rules }: Expectation,
  definitions: BlockDefinitions,
): Judgement {
  const list = new DifferenceList();
  const budget = new MatchBudget();
  const result = resultOf(replayed, definitions);
  const { unanswered, recordedStep } = replayed;
  addUnanswered(list, replayed, expected.sent, definitions);
  const unknown = new Set([...unknownBlocks(compiled, unanswered)].map(recordedStep));
  const isKnown = ({ blockId }: SentRequest) => !unknown.has(blockId);
  compareSent(list, expected.sent.filter(isKnown), result.sent.filter(isKnown), rules, budget);
  if (unanswered.size === 0) {
    const compare = (part: 'outcome' | 'output') =>
      list.addValues(part, null, matchValues(expected[part], result[part], rulesOf(rules, part), budget));
    compare('outcome');
    compare('output');
  }
  if (!budget.isComplete) list.add({ ...OF_THE_RUN, kind: 'too-large' });
  return { differences: list.found, count: list.count };
}

function compareSent(
  list: DifferenceList,
  expected: readonly SentRequest[],
  actual: readonly SentRequest[],
  rules: readonly ExpectationRule[],
  budget: MatchBudget,
): void {
  const later = new Map(actual.map((request) => [request.step, request]));
  const byBlock = new Map<string, ReturnType<typeof rulesOf>>();
  const rulesFor = (blockId: string) => {
    const known = byBlock.get(blockId) ?? rulesOf(rules, 'sent', blockId);
    byBlock.set(blockId, known);
    return known;
  };
  const isIgnored = ({ blockId }: SentRequest) =>
    rulesHere(rulesFor(blockId)).some(({ allow }) => allow === 'any');
  for (const request of expected) {
    const sent = later.get(request.step);
    later.delete(request.step);
    if (isIgnored(request)) continue;
    if (sent === undefined) list.add({ ...placeOf(request), kind: 'not-sent', expected: request.request });
    else
      list.addValues(
        'sent',
        sent,
        matchValues(request.request, sent.request, rulesFor(request.blockId), budget),
      );
  }
  for (const request of later.values())
    if (!isIgnored(request)) list.add({ ...placeOf(request), kind: 'also-sent', actual: request.request });
}

function addUnanswered(
  list: DifferenceList,
  { outcome, unanswered, recordedStep }: ReplayedRun,
  recorded: readonly SentRequest[],
  definitions: BlockDefinitions,
): void {
  const open = new Set(unanswered);
  for (const span of flatSpans(outcome.traceSpans)) {
    if (!open.delete(span.id)) continue;
    const request = sentBy(span, definitions) ?? asJson(span.input);
    const asked = { step: recordedStep(span.id), blockId: span.blockId, blockName: span.name, request };
    const nearest = nearestRequest(asked, recorded);
    list.add({ ...placeOf(asked), kind: 'unanswered', actual: request, nearest });
  }
  // A step without a span, because the run ended before: its test must not pass.
  for (const step of open) {
    const { blockId } = iterationOf(step);
    list.add({ ...placeOf({ step, blockId, blockName: blockId, request: null }), kind: 'unanswered' });
  }
}

type Found = Omit<TestDifference, 'nearest' | 'allowed' | 'path' | 'expected' | 'actual'> &
  Partial<TestDifference>;

const OF_THE_RUN = { blockId: null, blockName: null, iteration: null };

const placeOf = ({ step, blockId, blockName }: SentRequest) => ({
  blockId,
  blockName,
  iteration: iterationOf(step).iteration ?? null,
});

class DifferenceList {
  readonly found: TestDifference[] = [];
  count = 0;

  addValues(
    kind: TestDifference['kind'],
    request: SentRequest | null,
    differences: readonly ValueDifference[],
  ): void {
    const place = request === null ? OF_THE_RUN : placeOf(request);
    for (const { path, allowed, expected, actual } of differences)
      this.add({ ...place, kind, path, allowed, expected, actual });
  }

  add({ path = '', allowed = null, nearest = null, expected, actual, ...difference }: Found): void {
    this.count += 1;
    if (this.found.length === MOST_LISTED) return;
    this.found.push({
      ...difference,
      path,
      allowed,
      nearest: nearest && { ...nearest, request: shortened(nearest.request) },
      ...(expected !== undefined && { expected: shortened(expected) }),
      ...(actual !== undefined && { actual: shortened(actual) }),
    });
  }
}

/** Keeps the results of many tests small enough for one response. */
function shortened(value: unknown): unknown {
  if (jsonLength(value, MOST_SHOWN) <= MOST_SHOWN) return value;
  const head = typeof value === 'string' ? value.slice(0, MOST_SHOWN) : jsonBeginning(value, MOST_SHOWN);
  return { truncated: true, bytes: null, head } satisfies ShortenedValue;
}
