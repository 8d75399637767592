import type { BlockResult } from '../blocks/block';
import { type ReplayedRun, replayRun } from '../replay/replay-run';
import { resultOf } from '../run-tests/result-of';
import { answerWithFault, type FaultyAnswer } from './answer-with-fault';
import { judgeCase } from './judge-case';
import { type PlannedCase, pathOf, type RehearsalPlan, sentText } from './plan-rehearsal';
import type { RehearsedCase } from './rehearsal-shape';
import { seededRandom } from './seeded-random';

/** Replays the recorded run of a plan with the fault of one case; `signal` stops it. @throws Outgrown */
export async function rehearseCase(
  plan: RehearsalPlan,
  planned: PlannedCase,
  signal: AbortSignal = plan.ports.signal,
): Promise<{ rehearsed: RehearsedCase; replayed: ReplayedRun }> {
  const { compiled, recorded, ports, seed, baseline } = plan;
  const { request, fault, alteration } = planned;
  const random = seededRandom(seed, `${request.step} ${fault} ${pathOf(planned) ?? ''}`);
  const known = new Map<string, BlockResult>(baseline.requests.map((one) => [one.sent, one.recorded]));
  const sent: string[] = [];
  let faulty: FaultyAnswer | null = null;
  const replayed = await replayRun(compiled, recorded, {
    ...ports,
    signal,
    budget: ports.budget?.(),
    answer: async (asked) => {
      const text = sentText(asked);
      if (text !== null) sent.push(text);
      if (asked.step === request.step && asked.recorded !== null && faulty === null) {
        faulty = await answerWithFault({ ...asked, recorded: asked.recorded }, { fault, alteration, random });
        return faulty.isUnanswered ? null : faulty.result;
      }
      // A workflow that repeats a request itself gets what the request got when it was recorded.
      return asked.recorded ?? (text === null ? null : (known.get(text) ?? null));
    },
  });
  const result = resultOf(replayed, ports.definitions);
  const judged = judgeCase(plan, planned, { faulty, replayed, result, sent, isStopped: signal.aborted });
  const { step } = request;
  const attempts = (faulty as FaultyAnswer | null)?.result.attempts?.length ?? 0;
  const rehearsed = { step, fault, path: pathOf(planned), ...judged, attempts, ending: result.outcome };
  return { rehearsed, replayed };
}
