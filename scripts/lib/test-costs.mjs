import fs from 'node:fs';
import path from 'node:path';
import { inProject } from './project.mjs';

/**
 * The times of a whole run, in seconds: stages, processor time by cause, and files. The machine's processors
 * were slower than the reference by the factor `slowness`.
 * @typedef {{
 *   slowness: number, stages: import('./processor-time.mjs').StageTimes, causes: Record<string, number>,
 *   files: Record<string, number>,
 * }} TestCosts
 */

/** The costs of the last landing; a landing's own are copied there with the next commit. */
const LANDING_FILE = inProject('scripts/lib/test-costs.json');
const OWN_FILE = inProject('.cache/test-costs.json');
/** Shorter files are left out, so that the file stays small. */
const SHORTEST_SECONDS = 1;
const ALL = 'in all';
const REST = 'everything else';

/**
 * Collects the costs of a run, rounded, in an order that stays the same.
 * @param {Omit<TestCosts, 'files'>} times
 * @param {Array<{files?: Array<{file: string, ms: number}>}>} outcomes
 * @returns {TestCosts}
 */
export function collectCosts({ slowness, stages, causes }, outcomes) {
  const files = outcomes
    .flatMap((outcome) => outcome.files ?? [])
    .filter(({ ms }) => ms >= SHORTEST_SECONDS * 1000)
    .map(({ file, ms }) => [file, round(ms / 1000, 1)]);
  return {
    slowness: round(slowness, 3),
    stages: Object.fromEntries(
      Object.entries(stages).map(([name, { seconds, processorSeconds }]) => [
        name,
        { seconds: Math.round(seconds), processorSeconds: Math.round(processorSeconds) },
      ]),
    ),
    causes: sorted(Object.entries(causes).map(([cause, seconds]) => [cause, Math.round(seconds)])),
    files: sorted(files),
  };
}

/**
 * Adds what the machine spent beside the known causes: on other programs, and on processes too short to be
 * sampled.
 * @param {TestCosts['causes']} causes
 * @param {TestCosts['stages']} stages
 * @returns {TestCosts['causes']}
 */
export function withRest(causes, stages) {
  if (Object.keys(causes).length === 0) return causes;
  const known = Object.values(causes).reduce((sum, seconds) => sum + seconds, 0);
  const all = Object.values(stages).reduce((sum, stage) => sum + stage.processorSeconds, 0);
  return { ...causes, [REST]: Math.max(0, all - known) };
}

/** @param {TestCosts} costs */
export function storeCosts(costs, file = OWN_FILE) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `${JSON.stringify(costs, null, 2)}\n`);
}

/** @returns {TestCosts | null} null if none were kept */
export function landingCosts(file = LANDING_FILE) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : null;
}

/**
 * Returns the seconds of files as the reference machine would need them.
 * @param {TestCosts | null} costs
 * @returns {Record<string, number>}
 */
export function secondsOnReference(costs) {
  const entries = Object.entries(costs?.files ?? {});
  return Object.fromEntries(entries.map(([file, seconds]) => [file, seconds / (costs?.slowness ?? 1)]));
}

/**
 * Returns lines with the processor time of each stage, of all, and of each cause. Those of the last landing
 * are scaled to the speed of this machine.
 * @param {Pick<TestCosts, 'slowness' | 'stages' | 'causes'>} costs
 * @param {TestCosts | null} landing
 * @returns {string[]}
 */
export function processorLines({ slowness, stages, causes }, landing) {
  const scale = landing ? slowness / landing.slowness : 1;
  const before = landing && { stages: secondsOf(landing.stages), causes: landing.causes };
  const row =
    (kind) =>
    ([name, seconds]) => {
      const landed = before?.[kind][name];
      return { name, seconds, landed: landed === undefined ? null : landed * scale };
    };
  const byCause = Object.entries(causes).sort(([, one], [, other]) => other - one);
  return [
    ...linesOf(Object.entries(secondsOf(stages)).map(row('stages'))),
    ...(byCause.length > 0 ? ['By cause:', ...linesOf(byCause.map(row('causes')))] : []),
  ];
}

function linesOf(rows) {
  const width = Math.max(0, ...rows.map(({ name }) => name.length));
  return rows.map((row) => `  ${row.name.padEnd(width)}  processor seconds ${comparison(row)}`);
}

/** Returns the processor seconds of each stage and of all. */
function secondsOf(stages) {
  const entries = Object.entries(stages).map(([name, { processorSeconds }]) => [name, processorSeconds]);
  const total = entries.reduce((sum, [, seconds]) => sum + seconds, 0);
  return { ...Object.fromEntries(entries), ...(entries.length > 1 && { [ALL]: total }) };
}

function comparison({ seconds, landed }) {
  if (landed === null) return number(seconds);
  const percent = landed === 0 ? 0 : Math.round((seconds / landed - 1) * 100);
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '±';
  return `${number(seconds)} (last landing ${number(landed)}: ${sign}${Math.abs(percent)} %)`;
}

const number = (seconds) => Math.round(seconds).toLocaleString('en-US');

function round(value, digits) {
  return Number(value.toFixed(digits));
}

const sorted = (entries) => Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
