import { describeFailure } from './operator-error.mjs';
import { say, secondsSince } from './progress.mjs';
import { MOST_FLAKY } from './repeat-failed.mjs';

/**
 * A check is `{name, run}`; `run()` resolves to `{passed, failed, skipped, failures, flaky, output}`: counts
 * of tests (a check without tests counts as one) and a line for each failed and each flaky one. A check that
 * throws counts as failed: a crash never passes unseen.
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

/** The summary, whose last line is `N passed, N failed`; `failed` is also the reason for the exit code. */
export function summarize(outcomes) {
  const total = (key) => outcomes.reduce((sum, outcome) => sum + (outcome[key] ?? 0), 0);
  const flaky = outcomes.flatMap((outcome) => outcome.flaky ?? []).length;
  const nothingRan = total('passed') === 0 && total('failed') === 0;
  const passed = total('passed');
  const failed = total('failed') + (nothingRan ? 1 : 0) + (flaky > MOST_FLAKY ? 1 : 0);
  const width = Math.max(...outcomes.map(({ name }) => name.length), 0);
  const lines = [...outcomes.flatMap((outcome) => linesOf(outcome, width)), ''];
  if (flaky > 0) lines.push(flakyLine(flaky));
  return { passed, failed, text: [...lines, `${passed} passed, ${failed} failed`].join('\n') };
}

/** The failures again at the end: where a log is cut, its end is what is kept. */
function linesOf({ name, seconds, failures = [], flaky = [], ...counts }, width) {
  const mark = counts.failed > 0 ? '✗' : '✓';
  const skipped = counts.skipped ? `, ${counts.skipped} skipped` : '';
  const count = `${counts.passed} passed, ${counts.failed} failed${skipped}`;
  return [
    `${mark} ${name.padEnd(width)}  ${count}  (${seconds})`,
    ...failures.slice(0, MOST_FAILURES).map((line) => `    ${line}`),
    ...flaky.map((line) => `    flaky: ${line}`),
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
