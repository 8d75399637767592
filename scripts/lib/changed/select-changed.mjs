import { literalPattern } from '../literal-pattern.mjs';
import { OperatorError } from '../operator-error.mjs';
import { pagesAreBuilt } from '../prepare.mjs';
import { landingCosts, secondsOnReference } from '../test-costs.mjs';
import { readChange } from './changed-files.mjs';
import { chooseTests } from './choose-tests.mjs';
import { kindOf } from './nearest-tests.mjs';

/** @typedef {import('./fit-budget.mjs').Kind} Kind */
/** @typedef {import('../vitest-check.mjs').Selection} Selection */

const NAMES = { unit: 'unit tests', db: 'database tests', browser: 'browser tests' };

/**
 * Selects what `npm test -- changed` runs. The changed files that were not deleted are `present`. Lines for
 * people about the choice are `notes`.
 * @param {string} root the folder of the project
 * @param {{since?: string, slowness: number}} options a branch or commit instead of `main`, and the factor by
 * which this machine is slower than the reference
 * @returns {{changed: string[], present: string[], tests: Record<Kind, Selection | null>, notes: string[]}}
 */
export function selectChanged(root, { since, slowness }) {
  const change = readChange(root, since);
  const start = `${change.since} (${change.base})`;
  if (change.changed.length === 0)
    throw new OperatorError(`Nothing differs from ${start}: there is nothing to test.`);
  const fileSeconds = secondsOnReference(landingCosts());
  const known = { fileSeconds, slowness, pagesAreBuilt: pagesAreBuilt() };
  const { chosen, reached, wholeRun } = chooseTests(root, change, known);
  const all = change.sources.filter((file) => kindOf(file) !== null);
  return {
    changed: change.changed,
    present: change.changed.filter((file) => change.sources.includes(file)),
    tests: {
      unit: ofVitest(chosen.unit, all),
      db: ofVitest(chosen.db, all),
      browser: ofPlaywright(chosen.browser),
    },
    notes: [
      `${change.changed.length} changed ${change.changed.length === 1 ? 'file' : 'files'} since ${start}`,
      ...Object.keys(NAMES).map((kind) => noteOf(NAMES[kind], chosen[kind].length, reached[kind])),
      ...wholeRun.map((file) => `${file} has changed: only the whole run, npm test, shows what that breaks`),
    ],
  };
}

function noteOf(name, chosen, reached) {
  if (reached === 0) return `${name}: no file can be affected`;
  const further = reached - chosen;
  if (chosen === 0)
    return `${name}: ${reached} files can be affected, left to the whole run because their build takes too long`;
  const rest = further === 0 ? '' : `, ${further} further left to the whole run`;
  return `${name}: ${chosen} of ${reached} files that can be affected, nearest first${rest}`;
}

/** Vitest looks for a filter anywhere in a path, so that of one file may also be in that of another one. */
function ofVitest(files, all) {
  if (files.length === 0) return null;
  const chosen = new Set(files);
  const matched = (file) => files.some((filter) => file.toLowerCase().includes(filter.toLowerCase()));
  return { filters: files, excluded: all.filter((file) => !chosen.has(file) && matched(file)) };
}

/** Playwright looks for a regular expression in the absolute path. */
const ofPlaywright = (files) =>
  files.length === 0 ? null : { filters: files.map((file) => `${literalPattern(`/${file}`)}$`) };
