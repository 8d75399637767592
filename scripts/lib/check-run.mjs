import { describeFailure } from './operator-error.mjs';
import { say, secondsSince } from './progress.mjs';
import { MOST_FLAKY } from './repeat-failed.mjs';

/**
 * Runs checks `{name, run}`; `run()` resolves to `{passed, failed, skipped, failures, flaky, files, projects,
 * output}`: counts of tests (a check without tests is one), a text for each failed and each flaky one, and
 * the durations of each file and each project. A check that throws counts as failed: a crash never passes
 * unnoticed.
 */
export async function runChecks(checks, { atOnce = 1 } = {}) {
  const waiting = [...checks];
  const outcomes = [];
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) outcomes.push(await runCheck(check));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return outcomes;
}

const MOST_FAILURES = 20;
const MOST_SLOW = 20;

/**
 * Returns the summary, whose last line is `N passed, N failed`; `failed` also decides the exit code. `notes`
 * are further lines, which stand before the failures.
 */
export function summarize(outcomes, notes = []) {
  const total = (key) => outcomes.reduce((sum, outcome) => sum + (outcome[key] ?? 0), 0);
  const flaky = outcomes.flatMap((outcome) => outcome.flaky ?? []).length;
  const nothingRan = total('passed') === 0 && total('failed') === 0;
  const passed = total('passed');
  const failed = total('failed') + (nothingRan ? 1 : 0) + (flaky > MOST_FLAKY ? 1 : 0);
  const width = Math.max(...outcomes.map(({ name }) => name.length), 0);
  const lines = [
    ...slowestLines(outcomes.flatMap(({ files = [] }) => files)),
    ...projectLines(outcomes.flatMap(({ projects = [] }) => projects)),
    ...(notes.length > 0 ? [...notes, ''] : []),
    ...outcomes.flatMap((outcome) => linesOf(outcome, width)),
    '',
  ];
  if (flaky > 0) lines.push(flakyLine(flaky));
  return { passed, failed, text: [...lines, `${passed} passed, ${failed} failed`].join('\n') };
}

function slowestLines(files) {
  if (files.length === 0) return [];
  const sorted = files.toSorted((a, b) => b.ms - a.ms).slice(0, MOST_SLOW);
  return [
    'The slowest files:',
    ...sorted.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`),
    '',
  ];
}

/** Shows how much of the workers' time is spent before the tests: loading their imports. */
function projectLines(projects) {
  if (projects.length === 0) return [];
  const width = Math.max(...projects.map(({ project }) => project.length));
  const seconds = (ms) => `${Math.round(ms / 1000)} s`;
  return [
    'Vitest’s projects, in the time of all workers together:',
    ...projects.map(
      ({ project, importingMs, testsMs }) =>
        `  ${project.padEnd(width)}  importing ${seconds(importingMs)}, tests ${seconds(testsMs)}`,
    ),
    '',
  ];
}

/** Failures come last, because a truncated log keeps its end. */
function linesOf({ name, seconds, failures = [], flaky = [], ...counts }, width) {
  const mark = counts.failed > 0 ? '✗' : '✓';
  const skipped = counts.skipped ? `, ${counts.skipped} skipped` : '';
  const count = `${counts.passed} passed, ${counts.failed} failed${skipped}`;
  const indented = (text) => `    ${text.replaceAll('\n', '\n    ')}`;
  return [
    `${mark} ${name.padEnd(width)}  ${count}  (${seconds})`,
    ...failures.slice(0, MOST_FAILURES).map(indented),
    ...flaky.map((line) => indented(`flaky: ${line}`)),
  ];
}

const flakyLine = (count) =>
  count > MOST_FLAKY
    ? `✗ ${count} flaky tests, more than ${MOST_FLAKY}: their fault, the product's or this machine's`
    : `${count} flaky (failed at first, passed when run again alone)`;

async function runCheck({ name, run }) {
  const startedAt = performance.now();
  say(`· ${name} …`);
  const outcome = await run().catch((error) => ({ passed: 0, failed: 1, output: describeFailure(error) }));
  const seconds = secondsSince(startedAt);
  if (outcome.failed > 0) say(`\n── ${name} failed ──\n${outcome.output?.trim() ?? ''}\n`);
  else say(`· ${name}: ${outcome.passed} passed in ${seconds}`);
  return { name, seconds, ...outcome };
}
