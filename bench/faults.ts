/**
 * Runs two servers and a worker under load while their database is stopped, frozen, dropped by the network,
 * or out of connections or disk. No process dies: nothing may be taken over, lost, stuck or repeated.
 * Run: npx tsx bench/faults.ts [--only stop-15,drop] [--times 3] [--keep FOLDER]
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Lifetime, runCommand } from '../scripts/lib/lifetime.mjs';
import { prepare } from '../scripts/lib/prepare.mjs';
import { makeTestFolder } from '../scripts/lib/test-folder.mjs';
import { keepOutput } from './lib/faults/keep-output';
import { type FaultReport, runScenario } from './lib/faults/run-scenario';
import { SCENARIOS, type Scenario } from './lib/faults/scenarios';

const { values } = parseArgs({
  options: { only: { type: 'string' }, times: { type: 'string', default: '1' }, keep: { type: 'string' } },
});

const HEAD =
  'fault           runs done/refused/no answer  queued   logs  taken INTERR stuck  lost unrec   dup again  ' +
  'untold refused-after  recovered s  ready ms  health p99/max   lines/s  KB/min';

runCommand(async (whole: Lifetime) => {
  await prepare(whole, { pages: true });
  console.log(HEAD);
  let broken = 0;
  for (const scenario of chosen(values.only))
    for (let time = 1; time <= Number(values.times); time += 1) {
      const { violations } = await once(whole, scenario, time);
      if (violations.length > 0) broken += 1;
    }
  console.log(broken === 0 ? 'All promises were kept.' : `${broken} of the rows break a promise.`);
  return broken === 0 ? 0 : 1;
});

function chosen(only: string | undefined): readonly Scenario[] {
  if (only === undefined) return SCENARIOS;
  const names = only.split(',');
  const found = SCENARIOS.filter(({ name }) => names.includes(name));
  if (found.length < names.length)
    throw new Error(`--only takes some of ${SCENARIOS.map(({ name }) => name).join(', ')}.`);
  return found;
}

/** Runs on a stage that is closed afterwards, also when the whole command is interrupted. */
async function once(whole: Lifetime, scenario: Scenario, time: number): Promise<FaultReport> {
  const lifetime = new Lifetime();
  whole.onEnd(() => lifetime.end(0));
  const folder = makeTestFolder(lifetime);
  keepOutput(lifetime, folder, values.keep && path.join(values.keep, `${scenario.name}-${time}`));
  try {
    const report = await runScenario(lifetime, folder, scenario);
    printRow(scenario.name, report);
    return report;
  } finally {
    await lifetime.end(0);
  }
}

function printRow(name: string, report: FaultReport): void {
  const { outcome, answered } = report;
  const recovered = report.recoveryMs
    .map((ms) => (ms === null ? 'never' : (ms / 1000).toFixed(1)))
    .join(' / ');
  const cell = (value: number, width: number): string => String(Math.round(value)).padStart(width);
  console.log(
    [
      name.padEnd(15),
      `${answered.done}/${answered.refused}/${answered.unanswered}`.padStart(27),
      cell(answered.queued, 7),
      cell(outcome.logs, 6),
      cell(outcome.takeovers, 6),
      cell(outcome.interrupted, 6),
      cell(outcome.stuck, 5),
      cell(outcome.lost, 5),
      cell(outcome.unrecorded, 5),
      cell(outcome.duplicates, 5),
      cell(outcome.calledAgain, 5),
      cell(outcome.undelivered, 7),
      cell(outcome.refusedAfterRunning, 13),
      recovered.padStart(12),
      cell(report.readyMaxMs, 9),
      `${Math.round(report.healthP99Ms)}/${Math.round(report.healthMaxMs)}`.padStart(15),
      report.linesPerSecond.toFixed(1).padStart(9),
      cell(report.kilobytesPerMinute, 7),
    ].join(' '),
  );
  for (const violation of report.violations) console.log(`    ! ${violation}`);
}
