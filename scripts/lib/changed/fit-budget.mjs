import os from 'node:os';
import { kindOf } from './nearest-tests.mjs';

/** @typedef {'unit' | 'db' | 'browser'} Kind */

/** Three minutes, less what estimates miss. */
const BUDGET_SECONDS = 135;
const STATIC_SECONDS = 12;
const BUILD_SECONDS = 50;
const CORES = os.availableParallelism();
/**
 * Figures of the reference machine: the time until the first test runs, the time of a file that was never
 * measured, and the number of files that run at once.
 */
const KINDS = {
  unit: { startSeconds: 5, fileSeconds: 1, atOnce: CORES },
  db: { startSeconds: 15, fileSeconds: 4, atOnce: CORES * 2 },
  browser: { startSeconds: 20, fileSeconds: 20, atOnce: 2 },
};
/** The costs of a landing leave out files that take less than a second. */
const SHORT_FILE_SECONDS = 0.6;

/**
 * Chooses from each list what fits the budget, from its beginning on, and always the first file. The browser
 * is left out where the build of its pages alone takes the time.
 * @param {Record<Kind, string[]>} candidates nearest first
 * @param {{fileSeconds: Record<string, number>, slowness: number, pagesAreBuilt: boolean}} known the measured
 * seconds on the reference machine, and how many times slower this one is
 * @returns {Record<Kind, string[]>}
 */
export function fitBudget(candidates, { fileSeconds, slowness, pagesAreBuilt }) {
  // A loop that runs faster here than on the reference does not mean that pages are built faster, too.
  const budget = BUDGET_SECONDS / Math.max(1, slowness) - STATIC_SECONDS;
  const start = (/** @type {Kind} */ kind) => {
    if (candidates[kind].length === 0) return 0;
    return KINDS[kind].startSeconds + (kind === 'browser' && !pagesAreBuilt ? BUILD_SECONDS : 0);
  };
  const testing = budget - start('unit') - start('db');
  const browserFits = testing > start('browser');
  const lists = { ...candidates, browser: browserFits ? candidates.browser : [] };
  const secondsOf = estimator(fileSeconds);
  const wanted = mapKinds((kind) => {
    const all = lists[kind].map((file) => secondsOf(file, kind));
    return Math.max(0, ...all, sum(all) / KINDS[kind].atOnce);
  });
  const shares = shareOut(testing - (browserFits ? start('browser') : 0), wanted);
  return mapKinds((kind) =>
    takeFitting(lists[kind], (file) => secondsOf(file, kind), { seconds: shares[kind], ...KINDS[kind] }),
  );
}

/**
 * @template Value
 * @param {(kind: Kind) => Value} get
 * @returns {Record<Kind, Value>}
 */
const mapKinds = (get) => ({ unit: get('unit'), db: get('db'), browser: get('browser') });

/** Returns a function that estimates the seconds of a file. */
function estimator(fileSeconds) {
  const measured = new Set(Object.keys(fileSeconds).map(kindOf));
  return (/** @type {string} */ file, /** @type {Kind} */ kind) =>
    fileSeconds[file] ?? (measured.has(kind) ? SHORT_FILE_SECONDS : KINDS[kind].fileSeconds);
}

/** Gives each kind what it wants, or an equal part of what is left by those that want less. */
function shareOut(seconds, wanted) {
  const shares = { ...wanted };
  let left = Math.max(0, seconds);
  const kinds = Object.keys(wanted).sort((one, other) => wanted[one] - wanted[other]);
  kinds.forEach((kind, place) => {
    shares[kind] = Math.min(wanted[kind], left / (kinds.length - place));
    left -= shares[kind];
  });
  return shares;
}

/**
 * Takes files while their sum fits, shared by those that run at once. One that alone takes longer is passed
 * by, but not the first.
 */
function takeFitting(files, secondsOf, { seconds, atOnce }) {
  let used = 0;
  return files.filter((file, place) => {
    const own = secondsOf(file);
    const fits = own <= seconds && used + own <= seconds * atOnce;
    if (place > 0 && !fits) return false;
    used += own;
    return true;
  });
}

const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);
