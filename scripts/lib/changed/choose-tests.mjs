import { fitBudget } from './fit-budget.mjs';
import { readImports } from './import-graph.mjs';
import { specsOfRooms } from './nearest-specs.mjs';
import { kindOf, nearestTests } from './nearest-tests.mjs';

/** @typedef {import('./fit-budget.mjs').Kind} Kind */

/** Every test depends on them. */
const WHOLE_RUN =
  /^(?:package(?:-lock)?\.json|\.npmrc|(?:vitest|playwright|next|postcss)\.config\.\w+|tsconfig\.json)$/;
const CONFIG_OF_TESTS = 'vitest.config.ts';

/**
 * Chooses the tests that a change can break, as many as a run of three minutes holds.
 * @param {string} root
 * @param {{changed: string[], sources: string[]}} change
 * @param {Parameters<typeof fitBudget>[1]} known
 * @returns {{chosen: Record<Kind, string[]>, reached: Record<Kind, number>, wholeRun: string[]}} `reached`
 * counts all tests that the change can break; no choice of tests covers the files of `wholeRun`
 */
export function chooseTests(root, { changed, sources }, known) {
  const imports = readImports(root, [...new Set([...sources, ...changed])]);
  const candidates = candidatesOf({ imports, changed, sources }, known.fileSeconds);
  const setUp = [...(imports.get(CONFIG_OF_TESTS) ?? [])].filter((file) => kindOf(file) === null);
  return {
    chosen: fitBudget(candidates, known),
    reached: { unit: candidates.unit.length, db: candidates.db.length, browser: candidates.browser.length },
    wholeRun: changed.filter((file) => WHOLE_RUN.test(file) || setUp.includes(file)),
  };
}

/** @returns {Record<Kind, string[]>} */
function candidatesOf({ imports, changed, sources }, fileSeconds) {
  const near = nearestTests({ imports, changed, sources }, fileSeconds);
  const ofKind = (/** @type {Kind} */ kind) => near.filter((file) => kindOf(file) === kind);
  // Through imports a spec is reached only from its fixtures: it meets the product in the browser.
  const inSpecs = changed.filter((file) => file.startsWith('e2e/'));
  const fromSpecs = nearestTests({ imports, changed: inSpecs, sources }, fileSeconds);
  const specs = sources.filter((file) => kindOf(file) === 'browser').sort();
  const browser = [
    ...fromSpecs.filter((file) => kindOf(file) === 'browser'),
    ...specsOfRooms(changed, specs),
  ];
  return { unit: ofKind('unit'), db: ofKind('db'), browser: [...new Set(browser)] };
}
