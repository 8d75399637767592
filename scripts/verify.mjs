import { runChecks, summarize } from './lib/check-run.mjs';
import { runCommand } from './lib/lifetime.mjs';
import { measureSlowness } from './lib/machine-speed.mjs';
import { prepare } from './lib/prepare.mjs';
import { requireSupportedNode } from './lib/project.mjs';
import { staticChecks } from './lib/static-checks.mjs';
import { unitTests } from './lib/vitest-check.mjs';

runCommand(async (lifetime) => {
  requireSupportedNode();
  await measureSlowness();
  await prepare(lifetime, { routeTypes: true, devPackages: true });
  const unit = unitTests(lifetime);
  const outcomes = await runChecks([...staticChecks(lifetime), unit], { atOnce: 2 });
  const summary = summarize(outcomes);
  process.stdout.write(`\n${summary.text}\n`);
  return summary.failed > 0 ? 1 : 0;
});
