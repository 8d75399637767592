import { ReferenceBudget } from '../../core/references/reference-budget';
import type { PlannedCase, RehearsalPlan } from '../../core/rehearsal/plan-rehearsal';
import type { RehearsedCase } from '../../core/rehearsal/rehearsal-shape';
import { rehearseCase } from '../../core/rehearsal/rehearse-case';
import { writeJson } from '../../platform/text/json-text';
import { isReplayable, logNotFound, unreplayable } from '../replay/replay-stored';
import type { RehearseTask } from '../runs/isolated/protocol';
import { MOST_BYTES, readRecorded } from '../runs/recorded/read-recorded';
import { type AskedRehearsal, plannedRehearsal } from './planned-rehearsal';
import { MOST_CASES, type Rehearsal } from './schema';

const TIMEOUT_MS = 60_000;
const CASE_TIMEOUT_MS = 5_000;

/** @returns JSON of the `Rehearsal`, in UTF-8 @throws AppError as `rehearseStored` */
export async function rehearseInProcess(
  { logId, version, seed }: RehearseTask,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const rehearsal = await rehearseStored(logId, { version, seed }, signal);
  return new TextEncoder().encode(writeJson(rehearsal));
}

/**
 * Rehearses a run, read from its log, which was authorised. It takes the thread for as long as it lasts.
 * @throws AppError not_found, conflict, payload_too_large, request_timeout
 */
export async function rehearseStored(
  logId: string,
  asked: AskedRehearsal,
  signal: AbortSignal,
): Promise<Rehearsal> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const [run] = await readRecorded([logId], MOST_BYTES);
  if (run === undefined) throw logNotFound();
  if (!isReplayable(run)) throw unreplayable(run);
  const budget = () => new ReferenceBudget(null);
  const { plan, version } = await plannedRehearsal(run, asked, { signal: within, budget });
  const cases: RehearsedCase[] = [];
  for (const planned of plan.cases) {
    const rehearsed = await rehearseOne(plan, planned, within);
    if (within.aborted) break;
    cases.push(rehearsed);
  }
  const rows = new Set(cases.map(({ step }) => step));
  return {
    version,
    seed: plan.seed,
    requests: plan.baseline.requests
      .filter(({ step }) => rows.has(step))
      .map(({ step, blockId, blockName, method, url, canCatch }) => ({
        step,
        blockId,
        blockName,
        method,
        url,
        canCatch,
      })),
    cases,
    caseCount: plan.cases.length + plan.leftOut.cases,
    findingCount: cases.filter(({ finding }) => finding !== null).length,
    notes: notesOn(plan, cases.length),
  };
}

async function rehearseOne(
  plan: RehearsalPlan,
  planned: PlannedCase,
  signal: AbortSignal,
): Promise<RehearsedCase> {
  const own = AbortSignal.any([signal, AbortSignal.timeout(CASE_TIMEOUT_MS)]);
  return (await rehearseCase(plan, planned, own)).rehearsed;
}

function notesOn({ cases, leftOut, baseline }: RehearsalPlan, done: number): string[] {
  const notes: string[] = [];
  if (baseline.requests.length === 0) notes.push('The run sent no request, so there is nothing to rehearse.');
  if (leftOut.requests > 0)
    notes.push(
      `${leftOut.requests} of ${baseline.requests.length} requests were left out: a rehearsal has at most ` +
        `${MOST_CASES} cases. The first request of each block comes first.`,
    );
  if (done < cases.length)
    notes.push(`${cases.length - done} cases were left out: a rehearsal may take ${TIMEOUT_MS / 1_000} s.`);
  return notes;
}
