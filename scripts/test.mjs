import { runChecks, summarize } from './lib/check-run.mjs';
import { databaseTests, driftCheck, openTestDatabase } from './lib/database-checks.mjs';
import { e2eCheck } from './lib/e2e-check.mjs';
import { runCommand } from './lib/lifetime.mjs';
import { measureSlowness } from './lib/machine-speed.mjs';
import { describeFailure, OperatorError } from './lib/operator-error.mjs';
import { prepare } from './lib/prepare.mjs';
import { requireSupportedNode } from './lib/project.mjs';
import { staticChecks } from './lib/static-checks.mjs';
import { makeTestFolder } from './lib/test-folder.mjs';
import { unitTests } from './lib/vitest-check.mjs';

const STAGES = { static: staticStage, unit: unitStage, db: databaseStage, e2e: endToEndStage };

/**
 * `npm test` runs everything; `npm test -- e2e login` one stage, of it the files whose name holds "login".
 */
runCommand(async (lifetime) => {
  const [only, ...filters] = process.argv.slice(2);
  if (only && !STAGES[only])
    throw new OperatorError(`There is no stage "${only}": choose ${Object.keys(STAGES).join(', ')}.`);
  const stages = only ? [STAGES[only]] : [firstStage, databaseStage, endToEndStage];
  await measureSlowness();
  const outcomes = [];
  for (const stage of stages) {
    if (lifetime.ending) return 1;
    outcomes.push(...(await withoutCrash(stage, { lifetime, filters })));
  }
  const summary = summarize(outcomes);
  // first, so that the counts are the last line
  const exitCode = await lifetime.end(summary.failed > 0 ? 1 : 0);
  process.stdout.write(`\n${summary.text}\n`);
  return exitCode;
});

/** What needs no database and no browser, two at a time: the build is one of them, for it is the longest. */
async function firstStage({ lifetime }) {
  requireSupportedNode();
  await prepare(lifetime, { routeTypes: true, devPackages: true });
  const build = {
    name: 'build',
    run: () => prepare(lifetime, { pages: true, devPackages: true }).then(() => ({ passed: 1, failed: 0 })),
  };
  return runChecks([build, unitTests(lifetime), ...staticChecks(lifetime)], { atOnce: 2 });
}

async function staticStage({ lifetime }) {
  await prepare(lifetime, { routeTypes: true, devPackages: true });
  return runChecks(staticChecks(lifetime), { atOnce: 2 });
}

async function unitStage({ lifetime, filters }) {
  await prepare(lifetime, { devPackages: true });
  return runChecks([unitTests(lifetime, filters)]);
}

async function databaseStage({ lifetime, filters }) {
  await prepare(lifetime, { bundles: true, devPackages: true });
  const { url, env } = await openTestDatabase(lifetime, makeTestFolder(lifetime));
  return runChecks([driftCheck(url), databaseTests(lifetime, { url, env, filters })]);
}

async function endToEndStage({ lifetime, filters }) {
  await prepare(lifetime, { pages: true, devPackages: true });
  return runChecks([e2eCheck(lifetime, { folder: makeTestFolder(lifetime), filters })]);
}

/** A stage that can't even begin is one failure, and the next ones still run. */
async function withoutCrash(stage, context) {
  try {
    return await stage(context);
  } catch (error) {
    console.error(describeFailure(error));
    return [{ name: stage.name, passed: 0, failed: 1, seconds: 'did not begin' }];
  }
}
