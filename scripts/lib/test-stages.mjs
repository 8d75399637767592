import { availableParallelism } from 'node:os';
import { chooseStatic } from './changed/choose-static.mjs';
import { runChecks } from './check-run.mjs';
import { findChromium } from './chromium.mjs';
import { databaseTests, openTestDatabase } from './database-checks.mjs';
import { e2eCheck } from './e2e-check.mjs';
import { prepare } from './prepare.mjs';
import { staticChecks } from './static-checks.mjs';
import { makeTestFolder } from './test-folder.mjs';
import { unitTests } from './vitest-check.mjs';

/**
 * A stage: the parts of the clone that `prepare` makes for it, its checks, and the files of its own choice.
 * `early` holds what an earlier stage has begun for a later one.
 * @typedef {{
 *   lifetime: import('./lifetime.mjs').Lifetime, selection: import('./vitest-check.mjs').Selection,
 *   early: {browser?: Promise<any>},
 * }} StageContext
 * @typedef {{
 *   parts: Parameters<typeof prepare>[1], run: (context: StageContext) => Promise<any[]>,
 *   selection?: import('./vitest-check.mjs').Selection,
 * }} Stage
 */

/** @type {Stage} */
const DATABASE = { parts: { bundles: true }, run: runDatabaseTests };
/** @type {Stage} */
const BROWSER = { parts: { pages: true }, run: runEndToEndTests };

/** @type {Record<string, Stage>} */
export const STAGES = {
  static: { parts: { routeTypes: true }, run: ({ lifetime }) => twoAtOnce(staticChecks(lifetime)) },
  unit: { parts: {}, run: ({ lifetime, selection }) => runChecks([unitTests(lifetime, selection)]) },
  verify: {
    parts: { routeTypes: true },
    run: ({ lifetime, selection }) => twoAtOnce([...staticChecks(lifetime), unitTests(lifetime, selection)]),
  },
  db: DATABASE,
  e2e: BROWSER,
};

/** @type {Record<string, Stage>} */
export const EVERYTHING = {
  'all but the browser': { parts: { routeTypes: true }, run: buildAndTest },
  e2e: BROWSER,
};

/**
 * Returns the stages of `npm test -- changed`: what is fast and fails often comes first.
 * @param {ReturnType<typeof import('./changed/select-changed.mjs').selectChanged>} selected
 * @returns {Record<string, Stage>}
 */
export function stagesOfChange({ changed, present, tests: { unit, db, browser } }) {
  const run = (/** @type {StageContext} */ { lifetime, selection }) => {
    const [types, ...others] = chooseStatic(lifetime, { changed, present });
    return twoAtOnce([types, ...(unit ? [unitTests(lifetime, selection)] : []), ...others]);
  };
  return {
    'static and unit': { parts: { routeTypes: true }, run, selection: unit ?? {} },
    ...(db && { db: { ...DATABASE, selection: db } }),
    ...(browser && { e2e: { ...BROWSER, selection: browser } }),
  };
}

/**
 * Two lanes of tests beside each other have fewer workers each: with as many as each has alone, tests of a few
 * seconds took a minute, and ran into limits that are for what hangs. The database's lane goes first, with the
 * product's processes for large values, which are ten steps below it.
 */
const BESIDE_OTHERS = { databaseWorkersPerCore: 1.5, unitWorkers: availableParallelism(), unitNiceness: 15 };

const twoAtOnce = (checks) => runChecks(checks, { atOnce: 2 });

/**
 * The database tests start processes from the build. They wait half of their time, so the others run beside
 * them. In parallel Chromium is found, or installed.
 */
async function buildAndTest({ lifetime, selection, early }) {
  early.browser = settled(findChromium(lifetime));
  const database = settled(openTestDatabase(lifetime, makeTestFolder(lifetime)));
  const built = settled(prepare(lifetime, { pages: true, devPackages: true }));
  const build = { name: 'build', run: () => built.then(() => ({ passed: 1, failed: 0 })) };
  const inDatabase = {
    name: 'database tests',
    run: () =>
      Promise.all([database, built]).then(([opened]) =>
        databaseTests(lifetime, {
          ...opened,
          selection,
          workersPerCore: BESIDE_OTHERS.databaseWorkersPerCore,
        }).run(),
      ),
  };
  const isOfTypes = ({ name }) => name === 'types';
  const checks = staticChecks(lifetime);
  // The build empties the folder with the types of the routes and writes them again.
  const types = checks
    .filter(isOfTypes)
    .map((check) => ({ ...check, run: () => built.catch(() => {}).then(check.run) }));
  const units = unitTests(lifetime, selection, {
    UNIT_WORKERS: String(BESIDE_OTHERS.unitWorkers),
    TEST_NICENESS: String(BESIDE_OTHERS.unitNiceness),
  });
  const lanes = [
    [build, inDatabase],
    [...checks.filter((check) => !isOfTypes(check)), units, ...types],
  ];
  return (await Promise.all(lanes.map((checks) => runChecks(checks)))).flat();
}

async function runDatabaseTests({ lifetime, selection }) {
  const database = await openTestDatabase(lifetime, makeTestFolder(lifetime));
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
