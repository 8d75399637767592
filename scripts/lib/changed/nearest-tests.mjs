import path from 'node:path';
import { importersOf } from './import-graph.mjs';

/** Schema and migrations are read by no import, but by every database. */
const SCHEMA = /^prisma\//;
const TESTS_OF_SCHEMA =
  /^(?:lib\/platform\/postgres|lib\/services\/setup|scripts\/lib)\/(?:[^/]+\/)*[^/]+\.db\.test\.ts$/;
const UNIT_TEST = /^(?:app|components|lib|packages|scripts)\/.*(?<!\.db)\.test\.(?:tsx?|mts)$/;
/** No import leads to the test that reads a page of documentation. */
const UNTESTED = /\.md$/;

/**
 * Returns the kind of a test file as the stages of `npm test` split them; null for other files.
 * @param {string} file
 * @returns {'unit' | 'db' | 'browser' | null}
 */
export function kindOf(file) {
  if (/^e2e\/[^/]+\.spec\.ts$/.test(file)) return 'browser';
  if (/^(?:lib|packages|scripts)\/.*\.db\.test\.ts$/.test(file)) return 'db';
  return UNIT_TEST.test(file) ? 'unit' : null;
}

/**
 * Returns the test files that reach a changed file, nearest first: the changed ones themselves, then by the
 * number of imports between, then by the folders that both share, then the shortest, so that many fit a
 * budget. A changed file that no test reaches counts for the tests of its room.
 * @param {{imports: Map<string, Set<string>>, changed: readonly string[], sources: readonly string[]}} change
 * @param {Record<string, number>} [fileSeconds] measured times
 * @returns {string[]}
 */
export function nearestTests({ imports, changed, sources }, fileSeconds = {}) {
  const importers = importersOf(imports);
  const tests = sources.filter((file) => kindOf(file) !== null);
  /** @type {Map<string, {steps: number, shared: number}>} */
  const nearest = new Map();
  for (const file of changed)
    for (const [test, steps] of testsOf(file, importers, tests)) {
      const found = { steps, shared: sharedFolders(file, test) };
      const before = nearest.get(test);
      if (!before || byNearness(found, before) < 0) nearest.set(test, found);
    }
  const secondsOf = (file) => fileSeconds[file] ?? 0;
  return [...nearest]
    .sort(([a, one], [b, other]) => byNearness(one, other) || secondsOf(a) - secondsOf(b) || (a < b ? -1 : 1))
    .map(([test]) => test);
}

const byNearness = (one, other) => one.steps - other.steps || other.shared - one.shared;

/** Returns the tests that one changed file can break, each with its number of steps. */
function testsOf(file, importers, tests) {
  if (SCHEMA.test(file)) return tests.filter((test) => TESTS_OF_SCHEMA.test(test)).map((test) => [test, 1]);
  const steps = stepsFrom(file, importers);
  const reached = tests.filter((test) => steps.has(test));
  if (reached.length > 0) return reached.map((test) => [test, steps.get(test)]);
  return testsOfRoom(file, tests).map((test) => [test, Number.MAX_SAFE_INTEGER]);
}

function stepsFrom(file, importers) {
  const steps = new Map([[file, 0]]);
  for (const [reached, count] of steps) // a Map also walks what is added meanwhile
    for (const importer of importers.get(reached) ?? [])
      if (!steps.has(importer)) steps.set(importer, count + 1);
  return steps;
}

/** Returns the tests of the nearest folder that has any; the top folders are no rooms. */
function testsOfRoom(file, tests) {
  if (UNTESTED.test(file)) return [];
  for (let folder = path.posix.dirname(file); folder.includes('/'); folder = path.posix.dirname(folder)) {
    const found = tests.filter((test) => test.startsWith(`${folder}/`));
    if (found.length > 0) return found;
  }
  return [];
}

function sharedFolders(one, other) {
  const folders = path.posix.dirname(one).split('/');
  const others = path.posix.dirname(other).split('/');
  const differing = folders.findIndex((folder, depth) => folder !== others[depth]);
  return differing === -1 ? folders.length : differing;
}
