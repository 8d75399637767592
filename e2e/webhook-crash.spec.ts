import { expect, test } from '@playwright/test';
import { Lifetime } from '../scripts/lib/lifetime.mjs';
import { patient } from '../scripts/lib/machine-speed.mjs';
import { runWithKills } from './fixtures/kill-run';

test('kill -9 of any process at random: all completions are delivered, duplicates explained', async () => {
  test.setTimeout(patient(300_000));
  const lifetime = new Lifetime();
  try {
    const report = await runWithKills(lifetime, { kills: 6, rate: 20 });
    expect(report).toMatchObject({ lost: [], unexplained: [], changed: 0, delivered: report.expected });
    expect(report).toMatchObject({ unlogged: [], loggedTwice: 0, calledAgainUnexplained: [] });
    expect(report.completed).toBeGreaterThan(20);
  } finally {
    await lifetime.end(0);
  }
});
