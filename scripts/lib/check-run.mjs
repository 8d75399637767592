import { describeFailure } from './operator-error.mjs';
import { say, secondsSince } from './progress.mjs';

/**
 * A check is `{name, run}`; `run()` resolves to `{passed, failed, skipped, output}`, counts of tests (a check
 * without tests counts as one). A check that throws counts as failed: a crash never passes unseen.
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

/** The summary, whose last line is `N passed, N failed`; `failed` is also the reason for the exit code. */
export function summarize(outcomes) {
  const total = (key) => outcomes.reduce((sum, outcome) => sum + (outcome[key] ?? 0), 0);
  const passed = total('passed');
  const failed = total('failed') + (passed === 0 && total('failed') === 0 ? 1 : 0);
  const width = Math.max(...outcomes.map(({ name }) => name.length), 0);
  const lines = outcomes.map(({ name, seconds, ...counts }) => {
    const mark = counts.failed > 0 ? '✗' : '✓';
    const skipped = counts.skipped ? `, ${counts.skipped} skipped` : '';
    return (
      `${mark} ${name.padEnd(width)}  ${counts.passed} passed, ` +
      `${counts.failed} failed${skipped}  (${seconds})`
    );
  });
  return { passed, failed, text: [...lines, '', `${passed} passed, ${failed} failed`].join('\n') };
}

async function runCheck({ name, run }) {
  const startedAt = performance.now();
  say(`· ${name} …`);
  const outcome = await run().catch((error) => ({ passed: 0, failed: 1, output: describeFailure(error) }));
  const seconds = secondsSince(startedAt);
  if (outcome.failed > 0) say(`\n── ${name} failed ──\n${outcome.output?.trim() ?? ''}\n`);
  else say(`· ${name}: ${outcome.passed} passed in ${seconds}`);
  return { name, seconds, ...outcome };
}
