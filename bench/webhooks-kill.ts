/**
 * Runs steady executions of both modes while server, workers and database are killed with -9 at random, and
 * compares the logs with the records of callers, receiver and upstream.
 * Run: npx tsx bench/webhooks-kill.ts [--kills 100] [--rate 25]
 */
import { parseArgs } from 'node:util';
import { runWithKills } from '../e2e/fixtures/kill-run';
import { type Lifetime, runCommand } from '../scripts/lib/lifetime.mjs';
import { prepare } from '../scripts/lib/prepare.mjs';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '100' }, rate: { type: 'string', default: '25' } },
});

await runCommand(async (lifetime: Lifetime) => {
  await prepare(lifetime, { pages: true });
  const startedAt = Date.now();
  const report = await runWithKills(lifetime, {
    kills: Number(values.kills),
    rate: Number(values.rate),
    onKill: (number, victim) => {
      if (number % 10 === 0) console.log(`${number} kills, the last of the ${victim}`);
    },
  });
  const { kills, completed, expected, delivered, lost, duplicates, unexplained, changed } = report;
  const { unlogged, loggedTwice, calledAgain, calledAgainUnexplained } = report;
  console.log(
    `kills: ${Object.entries(kills)
      .map(([victim, count]) => `${victim} ${count}`)
      .join(', ')}`,
  );
  console.log(`executions logged: ${completed} in ${Math.round((Date.now() - startedAt) / 1000)} s`);
  console.log(`deliveries: ${delivered} of ${expected} came, ${lost.length} executions lack one`);
  console.log(
    `duplicates: ${duplicates}, of deliveries without an interrupted attempt: ${unexplained.length}; ` +
      `changed bodies: ${changed}`,
  );
  console.log(
    `promised to callers and not logged: ${unlogged.length}; logged twice: ${loggedTwice}; ` +
      `blocks called again: ${calledAgain}, without a takeover: ${calledAgainUnexplained.length}`,
  );
  const faults = [lost, unexplained, unlogged, calledAgainUnexplained].map(({ length }) => length);
  const sum = faults.reduce((all, count) => all + count, changed + loggedTwice);
  return sum === 0 && delivered === expected ? 0 : 1;
});
