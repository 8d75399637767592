import { parseArgs } from 'node:util';
import { runChecks, summarize } from './lib/check-run.mjs';
import { findChromium } from './lib/chromium.mjs';
import { databaseTests, openTestDatabase } from './lib/database-checks.mjs';
import { e2eCheck } from './lib/e2e-check.mjs';
import { runCommand } from './lib/lifetime.mjs';
import { measureSlowness } from './lib/machine-speed.mjs';
import { describeFailure, OperatorError } from './lib/operator-error.mjs';
import { prepare } from './lib/prepare.mjs';
import { say } from './lib/progress.mjs';
import { requireSupportedNode } from './lib/project.mjs';
import { staticChecks } from './lib/static-checks.mjs';
import { startStress } from './lib/stress.mjs';
import { makeTestFolder } from './lib/test-folder.mjs';
import { unitTests } from './lib/vitest-check.mjs';

/** The checks of each stage, and the parts of the clone that `prepare` makes for them. */
const STAGES = {
  static: { parts: { routeTypes: true }, run: ({ lifetime }) => twoAtOnce(staticChecks(lifetime)) },
  unit: { parts: {}, run: ({ lifetime, selection }) => runChecks([unitTests(lifetime, selection)]) },
  verify: {
    parts: { routeTypes: true },
    run: ({ lifetime, selection }) => twoAtOnce([...staticChecks(lifetime), unitTests(lifetime, selection)]),
  },
  db: { parts: { bundles: true }, run: runDatabaseTests },
  e2e: { parts: { pages: true }, run: runEndToEndTests },
};
const BUILD_AND_VERIFY = { parts: { routeTypes: true }, run: buildAndVerify };
const EVERYTHING = { 'build, static and unit': BUILD_AND_VERIFY, db: STAGES.db, e2e: STAGES.e2e };
const MOST_SEED = 2 ** 31;

/**
 * `npm test` runs everything; `npm test -- e2e login` one stage, and of it the files with "login" in their
 * names, and with `-t` the tests with this text in their titles. `--shuffle` is for a random order,
 * `--seed` for the same order again, `--stress` for a machine that is busy otherwise.
 */
runCommand(async (lifetime) => {
  const { only, selection } = readArguments();
  requireSupportedNode();
  if (selection.stress) startStress(lifetime);
  await measureSlowness();
  if (selection.seed !== null) say(`· In random order: --shuffle --seed ${selection.seed}`);
  const context = { lifetime, selection, early: {} };
  const outcomes = [];
  for (const [name, stage] of Object.entries(only ? { [only]: STAGES[only] } : EVERYTHING)) {
    if (lifetime.ending) return 1;
    outcomes.push(...(await runStage(name, stage, context)));
  }
  const summary = summarize(outcomes);
  // first, so that the counts are the last line
  const exitCode = await lifetime.end(summary.failed > 0 ? 1 : 0);
  process.stdout.write(`\n${summary.text}\n`);
  return exitCode ?? 1;
});

/** Returns the stage and its selection: `{filters, title, seed, stress}`. */
function readArguments() {
  const { values, positionals } = parse();
  const [only, ...filters] = positionals;
  if (only && !STAGES[only])
    throw new OperatorError(`There is no stage "${only}": choose ${Object.keys(STAGES).join(', ')}.`);
  const { shuffle, stress, title = null } = values;
  const seed = Number(values.seed ?? Math.floor(Math.random() * MOST_SEED));
  if (!Number.isInteger(seed)) throw new OperatorError(`--seed takes a whole number, not "${values.seed}".`);
  return { only, selection: { filters, title, seed: shuffle ? seed : null, stress } };
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        title: { type: 'string', short: 't' },
        shuffle: { type: 'boolean' },
        seed: { type: 'string' },
        stress: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new OperatorError(error.message);
  }
}

/** Counts a stage that cannot start as one failure; the next ones still run. */
async function runStage(name, { parts, run }, context) {
  try {
    await prepare(context.lifetime, { ...parts, devPackages: true });
    return await run(context);
  } catch (error) {
    console.error(describeFailure(error));
    return [{ name, passed: 0, failed: 1, seconds: 'did not begin' }];
  }
}

const twoAtOnce = (checks) => runChecks(checks, { atOnce: 2 });

/**
 * Runs the build first because it is the longest. In parallel the database starts and Chromium is found, or
 * installed.
 */
async function buildAndVerify({ lifetime, selection, early }) {
  early.database = settled(openTestDatabase(lifetime, makeTestFolder(lifetime)));
  early.browser = settled(findChromium(lifetime));
  const build = {
    name: 'build',
    run: () => prepare(lifetime, { pages: true, devPackages: true }).then(() => ({ passed: 1, failed: 0 })),
  };
  return twoAtOnce([build, unitTests(lifetime, selection), ...staticChecks(lifetime)]);
}

async function runDatabaseTests({ lifetime, selection, early }) {
  const database = await (early.database ?? openTestDatabase(lifetime, makeTestFolder(lifetime)));
  return runChecks([databaseTests(lifetime, { ...database, selection })]);
}

async function runEndToEndTests({ lifetime, selection, early }) {
  const browser = await (early.browser ?? findChromium(lifetime));
  return runChecks([e2eCheck(lifetime, { folder: makeTestFolder(lifetime), browser, selection })]);
}

/** The stage that awaits it reports its failure, so that the process does not. */
function settled(promise) {
  promise.catch(() => {});
  return promise;
}
