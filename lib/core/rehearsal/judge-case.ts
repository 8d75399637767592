import type { TraceSpan } from '../engine/trace-span';
import type { ReplayedRun } from '../replay/replay-run';
import { flatSpans } from '../run-tests/result-of';
import type { FaultyAnswer } from './answer-with-fault';
import type { EndOfCase, Reason, Verdict } from './case-verdict';
import { caseWords } from './case-words';
import { changedValues, isExplained, isWhole } from './changed-values';
import { BROKEN_RESPONSES, LACKING_RESPONSES, PASSING_FAULTS } from './fault';
import type { PlannedCase, RehearsalPlan } from './plan-rehearsal';
import type { Finding, RehearsedCase } from './rehearsal-shape';

export type Judged = Pick<RehearsedCase, 'outcome' | 'finding' | 'words'>;

/** The least status of a response that says that something failed. */
const FAILED_STATUS = 400;
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Compares a rehearsed case with the run that was recorded. */
export function judgeCase(plan: RehearsalPlan, planned: PlannedCase, end: EndOfCase): Judged {
  const verdict = verdictOf(plan, planned, end);
  const { outcome, finding } = verdict;
  return { outcome, finding, words: caseWords(planned, verdict, end) };
}

function verdictOf(plan: RehearsalPlan, planned: PlannedCase, end: EndOfCase): Verdict {
  const { faulty, replayed } = end;
  if (end.isStopped) return verdict('unknown', 'too-long');
  if (faulty === null) return verdict('unknown', 'not-reached');
  if (faulty.client.made === null) return verdict('unknown', 'not-sent');
  const twice = sentTwice(plan, planned, end, faulty);
  if (twice !== null) return verdict('sent-twice', twice, 'sent-twice');
  if (replayed.outcome.status === 'error') return ofError(plan, planned, end, faulty);
  return ofSuccess(plan, planned, end, faulty);
}

const verdict = (outcome: Verdict['outcome'], reason: Reason, finding: Finding | null = null): Verdict => ({
  outcome,
  finding,
  reason,
});

const mayActTwice = ({ request }: PlannedCase, { client }: FaultyAnswer): boolean =>
  (request.method === 'POST' || request.method === 'PATCH') && !client.isHarmless;

function sentTwice(
  { baseline }: RehearsalPlan,
  planned: PlannedCase,
  { sent }: EndOfCase,
  faulty: FaultyAnswer,
): Reason | null {
  const { client } = faulty;
  if (!mayActTwice(planned, faulty)) return null;
  if (client.acted > 1 && client.idempotencyKey === null) return 'repeated';
  const { sent: text } = planned.request;
  const before = baseline.requests.filter((request) => request.sent === text).length;
  // Each step has a key of its own, so the server can't tell that the request is the same one.
  const again = sent.filter((one) => one === text).length > before;
  return client.acted > 0 && !faulty.result.ok && again ? 'repeated-by-workflow' : null;
}

function ofError(plan: RehearsalPlan, planned: PlannedCase, end: EndOfCase, faulty: FaultyAnswer): Verdict {
  const { error } = end.replayed.outcome;
  const { error: before } = plan.baseline.replayed.outcome;
  if (before !== null && before.code === error?.code && before.blockId === error.blockId)
    return verdict('unaffected', 'same');
  if (faulty.result.ok || faulty.isRecorded) return verdict('error', 'stops-elsewhere');
  const isHere = error?.blockId === planned.request.blockId;
  const isRepeatable = !mayActTwice(planned, faulty);
  if (PASSING_FAULTS.has(planned.fault) && isRepeatable && isHere)
    return verdict('error', 'stops-here', 'not-retried');
  if (isHere) return verdict('error', 'stops-here');
  const went = spanOf(planned, end)?.status === 'warning';
  return verdict('error', 'stops-elsewhere', went ? 'blames-another' : null);
}

function ofSuccess(plan: RehearsalPlan, planned: PlannedCase, end: EndOfCase, faulty: FaultyAnswer): Verdict {
  const { outcome, unanswered } = end.replayed;
  const span = spanOf(planned, end);
  if (span?.status === 'error') return verdict('handled', 'error-port');
  const before = plan.baseline.replayed.outcome.response?.status;
  if (isFailedStatus(outcome.response?.status) && !isFailedStatus(before))
    return verdict('handled', 'error-status');
  if (faulty.isAsked) return verdict('handled', 'asked');
  const isSamePath = samePath(plan, end);
  const isSame = isSamePath && isSameEnd(plan, end);
  if (!faulty.result.ok && !faulty.isRecorded) return ofFailure(planned, { isSame, span });
  if (LACKING_RESPONSES.has(planned.fault) && !isSamePath)
    return verdict('wrong-output', 'other-branch', 'wrong-output');
  if (unanswered.size > 0) return verdict('unknown', 'no-record');
  if (isSame) return ofRecovery(planned, faulty);
  const changed = changedValues(plan.baseline.result, end.result);
  const others = changed.filter((one) => !isExplained(one, planned));
  // Along another path, other values are to be expected.
  const isWrong =
    BROKEN_RESPONSES.has(planned.fault) && isSamePath
      ? others.length > 0
      : others.some((one) => !isWhole(one));
  return isWrong ? verdict('wrong-output', 'lost-value', 'wrong-output') : verdict('changed', 'passed-on');
}

/** The run went on after a failure without an error port. */
function ofFailure(
  { request }: PlannedCase,
  { isSame, span }: { isSame: boolean; span: TraceSpan | undefined },
): Verdict {
  const isWritten = !SAFE_METHODS.has(request.method ?? '');
  if (isSame)
    return isWritten
      ? verdict('wrong-output', 'claims-success', 'wrong-output')
      : verdict('unaffected', 'same');
  return span?.unchecked === true
    ? verdict('wrong-output', 'unchecked', 'wrong-output')
    : verdict('handled', 'checked');
}

function ofRecovery({ fault }: PlannedCase, { client, isRecorded }: FaultyAnswer): Verdict {
  const isRepeated = fault === 'killed' || (isRecorded && client.attempts.length > 0);
  if (!isRepeated) return verdict('unaffected', 'same');
  const isTold = client.idempotencyKey !== null && client.acted > 1;
  return verdict('recovered', isTold ? 'same-key' : 'repeated');
}

const isFailedStatus = (status: number | undefined): boolean =>
  status !== undefined && status >= FAILED_STATUS;

const spanOf = ({ request }: PlannedCase, { replayed }: EndOfCase): TraceSpan | undefined =>
  flatSpans(replayed.outcome.traceSpans).find(({ id }) => replayed.recordedStep(id) === request.step);

function isSameEnd({ baseline }: RehearsalPlan, { result, replayed }: EndOfCase): boolean {
  if (replayed.outcome.response?.status !== baseline.replayed.outcome.response?.status) return false;
  return changedValues(baseline.result, result).length === 0;
}

/** True if the same steps ran. */
function samePath({ baseline }: RehearsalPlan, { replayed }: EndOfCase): boolean {
  const [before, now] = [ranIn(baseline.replayed), ranIn(replayed)];
  return before.size === now.size && [...before].every((step) => now.has(step));
}

const ranIn = ({ outcome, recordedStep }: ReplayedRun): Set<string> =>
  new Set(
    flatSpans(outcome.traceSpans)
      .filter(({ status }) => status !== 'skipped')
      .map(({ id }) => recordedStep(id)),
  );
