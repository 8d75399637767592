import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lifetime } from '../../../e2e/fixtures/app-process';
import { highest, percentile } from '../percentiles';
import { startProbe } from '../probe';
import type { ProbeSample } from '../probe-process';
import { startRunLoad, timeToFirstRun } from './run-load';
import { brokenPromises, isTaken, type RunOutcome, settledOutcome } from './run-outcome';
import type { Scenario } from './scenarios';
import { type Stage, setStage } from './stage';

export interface FaultReport {
  outcome: RunOutcome;
  answered: { done: number; refused: number; unanswered: number; queued: number };
  /** Per server, the time from the database's return to its first successful run; null without one. */
  recoveryMs: Array<number | null>;
  healthP99Ms: number;
  healthMaxMs: number;
  readyMaxMs: number;
  /** The lines of the most verbose process, during the fault and for 20 s after it. */
  linesPerSecond: number;
  kilobytesPerMinute: number;
  violations: string[];
}

const WARM_MS = 8_000;
const AFTER_MS = 20_000;
const LONG_RUNS_MS = [3_000, 20_000] as const;
/** Time after the fault: a caller without a response by then will never get one. */
const PATIENCE_MS = 60_000;
const HEALTH_EVERY_MS = 50;
const READY_EVERY_MS = 250;
const RECOVERY_WITHIN_MS = 60_000;
/** The promised limits. */
const RECOVERED_MS = 5_000;
const READY_MS = 2_000;
const MAX_LINES_PER_SECOND = 2;
/** Allowed in addition, because the bench itself keeps the machine busy. */
const TOLERANCE_MS = 250;

/** Runs one fault under load on its own stage in `folder`. */
export async function runScenario(
  lifetime: Lifetime,
  folder: string,
  scenario: Scenario,
): Promise<FaultReport> {
  const stage = await setStage(lifetime, folder, scenario.options ?? {});
  const { origins } = stage;
  const load = startRunLoad(stage, origins, {
    longMs: LONG_RUNS_MS,
    patienceMs: scenario.lastsMs + PATIENCE_MS,
  });
  await sleep(WARM_MS);
  const probe = startProbe(
    lifetime,
    origins.flatMap((origin) => [
      { name: 'health', url: `${origin}/api/health`, everyMs: HEALTH_EVERY_MS },
      { name: 'ready', url: `${origin}/api/health/ready`, everyMs: READY_EVERY_MS },
    ]),
  );
  const printed = outputSizes(stage);
  const beganAtMs = Date.now();
  const mend = await scenario.begin(stage);
  const isBegunAtMs = Date.now();
  await sleep(scenario.lastsMs);
  const mendedAtMs = Date.now();
  await mend();
  const recoveryMs = await Promise.all(
    origins.map((origin) => timeToFirstRun(load, origin, RECOVERY_WITHIN_MS)),
  );
  await sleep(Math.max(0, AFTER_MS - (Date.now() - mendedAtMs)));
  const output = outputSince(stage, printed, Date.now() - beganAtMs);
  const samples = await probe.take();
  await load.stop();
  const outcome = await settledOutcome(stage, load.calls);

  const { calls } = load;
  const sync = calls.filter(({ mode }) => mode === 'sync');
  const measured = {
    outcome,
    answered: {
      done: sync.filter(isTaken).length,
      refused: sync.filter((call) => call.status !== 0 && !isTaken(call)).length,
      unanswered: calls.filter(({ status }) => status === 0).length,
      queued: calls.filter((call) => call.mode === 'async' && isTaken(call)).length,
    },
    recoveryMs,
    ...latencies(samples, beganAtMs),
    ...output,
  };
  const refusals = scenario.isDown ? readyWhileDown(samples, isBegunAtMs, mendedAtMs) : [];
  return {
    ...measured,
    violations: [...brokenPromises(outcome), ...refusals, ...brokenLimits(measured, samples, stage)],
  };
}

function latencies(samples: readonly ProbeSample[], sinceMs: number) {
  const of = (name: string): number[] =>
    samples.filter((sample) => sample.name === name && sample.startedAtMs >= sinceMs).map(({ ms }) => ms);
  const health = of('health');
  return {
    healthP99Ms: percentile(health, 0.99),
    healthMaxMs: highest(health),
    readyMaxMs: highest(of('ready')),
  };
}

/** Checks requests sent and answered while the database was down: only 503 is allowed. */
function readyWhileDown(samples: readonly ProbeSample[], fromMs: number, toMs: number): string[] {
  const meanwhile = samples.filter(
    ({ name, startedAtMs, ms }) => name === 'ready' && startedAtMs > fromMs && startedAtMs + ms < toMs,
  );
  const wrong = meanwhile.filter(({ status }) => status !== 503).map(({ status }) => status);
  if (meanwhile.length === 0) return ['readiness never answered while the database was away'];
  return wrong.length === 0
    ? []
    : [`readiness answered ${[...new Set(wrong)].join(', ')} while the database was away`];
}

function brokenLimits(
  measured: Omit<FaultReport, 'violations'>,
  samples: readonly ProbeSample[],
  { servers, worker }: Stage,
): string[] {
  const { recoveryMs, readyMaxMs, linesPerSecond } = measured;
  const unhealthy = samples.filter(({ name, status }) => name === 'health' && status !== 200).length;
  const dead = [...servers, worker].filter((one) => !one.isRunning()).map(({ name }) => name);
  const slow = recoveryMs.some((ms) => ms === null || ms > RECOVERED_MS);
  const seconds = recoveryMs.map((ms) => (ms === null ? 'never' : `${(ms / 1000).toFixed(1)} s`));
  return [
    ...(dead.length > 0 ? [`ended by the fault: ${dead.join(', ')}`] : []),
    ...(slow ? [`recovered after ${seconds.join(' and ')}`] : []),
    ...(readyMaxMs > READY_MS + TOLERANCE_MS ? [`readiness took ${Math.round(readyMaxMs)} ms`] : []),
    ...(unhealthy > 0 ? [`health failed ${unhealthy} times`] : []),
    ...(linesPerSecond > MAX_LINES_PER_SECOND ? [`${linesPerSecond.toFixed(1)} lines a second printed`] : []),
  ];
}

function outputSizes(stage: Stage): Map<string, number> {
  return new Map(outputs(stage).map((file) => [file, readFileSync(file).length]));
}

function outputSince(stage: Stage, before: Map<string, number>, spanMs: number) {
  const texts = outputs(stage).map((file) => readFileSync(file).subarray(before.get(file)));
  const lines = texts.map((text) => text.toString('utf8').split('\n').length - 1);
  const bytes = texts.reduce((sum, text) => sum + text.length, 0);
  return {
    linesPerSecond: (Math.max(...lines) * 1000) / spanMs,
    kilobytesPerMinute: (bytes / 1024 / spanMs) * 60_000,
  };
}

const outputs = ({ servers, worker, outputOf }: Stage): string[] => [...servers, worker].map(outputOf);
