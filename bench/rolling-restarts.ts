/**
 * Restarts two servers and a worker one after the other, like an upgrade, under callers on keep-alive
 * connections behind a balancer: no caller may notice. Run: npx tsx bench/rolling-restarts.ts [--rounds 6]
 * [--keep FOLDER]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { AppProcess } from '../e2e/fixtures/app-process';
import { type Lifetime, runCommand } from '../scripts/lib/lifetime.mjs';
import { prepare } from '../scripts/lib/prepare.mjs';
import { makeTestFolder } from '../scripts/lib/test-folder.mjs';
import { keepOutput } from './lib/faults/keep-output';
import { type CalledRun, startRunLoad } from './lib/faults/run-load';
import { brokenPromises, isTaken, settledOutcome } from './lib/faults/run-outcome';
import { setStage } from './lib/faults/stage';
import { startBalancer } from './lib/tcp-balancer';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '6' }, keep: { type: 'string' } },
});

const WARM_MS = 5_000;
const BETWEEN_MS = 2_000;
const PATIENCE_MS = 60_000;
/** Longer than some shutdowns wait, shorter than the time limit of a block. */
const LONG_RUNS_MS = [3_000, 12_000] as const;

runCommand(async (lifetime: Lifetime) => {
  await prepare(lifetime, { pages: true });
  const folder = makeTestFolder(lifetime);
  keepOutput(lifetime, folder, values.keep);
  const stage = await setStage(lifetime, folder, {});
  const { origins, servers, worker } = stage;
  const balancer = await startBalancer(
    lifetime,
    origins.map((origin) => Number(new URL(origin).port)),
  );
  const load = startRunLoad(stage, [balancer], { longMs: LONG_RUNS_MS, patienceMs: PATIENCE_MS });
  await sleep(WARM_MS);
  console.log('round  process     stopped in  started in   calls so far  failed so far');
  for (let round = 1; round <= Number(values.rounds); round += 1)
    for (const one of [...servers, worker]) {
      const times = await restart(one);
      await sleep(BETWEEN_MS);
      const { length: failed } = load.calls.filter(isFailed);
      console.log(
        `${String(round).padStart(5)}  ${one.name.padEnd(10)} ${times}  ` +
          `${String(load.calls.length).padStart(13)}  ${String(failed).padStart(13)}`,
      );
    }
  await load.stop();
  const outcome = await settledOutcome(stage, load.calls);
  const violations = [...failures(load.calls), ...brokenPromises(outcome)];
  console.log(
    `${load.calls.length} runs started by callers, ${outcome.logs} logged, ` +
      `${outcome.refusedAfterRunning} answered as failed though they ran`,
  );
  for (const violation of violations) console.log(`    ! ${violation}`);
  if (violations.length === 0) console.log('No caller noticed.');
  return violations.length === 0 ? 0 : 1;
});

async function restart(one: AppProcess): Promise<string> {
  const beganAtMs = Date.now();
  await one.stop();
  const stoppedAtMs = Date.now();
  await one.start();
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`.padStart(11);
  return seconds(stoppedAtMs - beganAtMs) + seconds(Date.now() - stoppedAtMs);
}

const isFailed = (call: CalledRun): boolean => call.endedAtMs > 0 && !isTaken(call);

/** Counts the failed calls by the failure that their caller saw. */
function failures(calls: readonly CalledRun[]): string[] {
  const counts = new Map<string, number>();
  for (const call of calls.filter((one) => !isTaken(one))) {
    const what =
      `${call.mode} calls: ${call.status === 0 ? '' : `${call.status} `}${call.fault ?? ''}`.trim();
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts].map(([what, count]) => `${count} ${what}`);
}
