import { patient } from './machine-speed.mjs';
import { inProject } from './project.mjs';
import { runNode } from './run-tool.mjs';

const TIMEOUT_MS = 600_000;
const SOURCES = ['app', 'components', 'lib', 'e2e', 'bench', 'scripts'];
const BOUNDARIES = ['--config', '.dependency-cruiser.cjs', '--no-progress', '--output-type'];

/** Format, lint, types, boundaries, dead code: the checks that read the source and run none of it. */
export function staticChecks(lifetime) {
  const check = (name, script, args) => ({ name, run: () => runCheck(lifetime, script, args) });
  const boundaryReport = `plugin:${inProject('scripts/lib/boundary-report.mjs')}`;
  return [
    // The compiler of TypeScript 7; the other tools read sources through the interface of version 6.
    check('types', 'typescript-native/bin/tsc', ['--noEmit', '-p', '.']),
    check('types of scripts', 'typescript-native/bin/tsc', ['--noEmit', '-p', 'scripts']),
    check('format and lint', '@biomejs/biome/bin/biome', ['ci', '--colors=off', '.']),
    check('import boundaries', 'dependency-cruiser/bin/dependency-cruise.mjs', [
      ...BOUNDARIES,
      boundaryReport,
      ...SOURCES,
    ]),
    check('dead code', 'knip/bin/knip.js', ['--no-progress', '--no-config-hints']),
  ];
}

async function runCheck(lifetime, script, args) {
  const tool = inProject('node_modules', script);
  const { exitCode, output } = await runNode(lifetime, tool, args, { timeoutMs: patient(TIMEOUT_MS) });
  const failed = exitCode === 0 ? 0 : 1;
  return { passed: 1 - failed, failed, output };
}
