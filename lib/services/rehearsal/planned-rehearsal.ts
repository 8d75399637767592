import type { CompiledWorkflow } from '../../core/engine/compile-workflow';
import type { ReferenceBudget } from '../../core/references/reference-budget';
import { planRehearsal, type RehearsalPlan } from '../../core/rehearsal/plan-rehearsal';
import { flatSpans } from '../../core/run-tests/result-of';
import { whyNotKept } from '../../core/run-tests/why-not-kept';
import { AppError } from '../../platform/errors';
import { replayPorts } from '../replay/replay-recorded';
import { chosenVersion, type ReplayableRun } from '../replay/replay-stored';
import type { ReplayChoice } from '../runs/shapes/replay-version';
import { MOST_CASES } from './schema';

export interface AskedRehearsal {
  version: ReplayChoice;
  seed: number;
}

export interface Planned {
  plan: RehearsalPlan;
  compiled: CompiledWorkflow;
  version: number | null;
}

/**
 * Replays a run without a fault, and lists its cases. Authorise its log first.
 * @throws AppError not_found; conflict if there is nothing that cases could be compared with; Outgrown
 */
export async function plannedRehearsal(
  run: ReplayableRun,
  { version: choice, seed }: AskedRehearsal,
  { signal, budget }: { signal: AbortSignal; budget: () => ReferenceBudget },
): Promise<Planned> {
  const refusal = whyNotKept(run.recorded);
  if (refusal !== null)
    throw new AppError('conflict', refusal.replace('a test could expect', 'cases could be compared with'));
  const { compiled, version } = await chosenVersion(run, choice);
  const { workspaceId, recorded } = run;
  const ports = await replayPorts({ workspaceId, compiled, version, recorded, signal });
  const options = { seed, mostCases: MOST_CASES };
  const plan = await planRehearsal(compiled, recorded, { ...ports, budget }, options);
  if (signal.aborted)
    throw new AppError('request_timeout', 'The run takes too long to be rehearsed, even without a fault.');
  const { replayed } = plan.baseline;
  const [unanswered] = replayed.unanswered;
  if (unanswered !== undefined) {
    const spans = flatSpans(replayed.outcome.traceSpans);
    const name = spans.find(({ id }) => id === unanswered)?.name ?? unanswered;
    throw new AppError(
      'conflict',
      `Nothing recorded answers “${name}” in this version, so the run can’t be compared with one that has a ` +
        'fault. Rehearse a later run, or the version that ran.',
    );
  }
  return { plan, compiled, version };
}
