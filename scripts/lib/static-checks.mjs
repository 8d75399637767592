import { patient } from './machine-speed.mjs';
import { inProject } from './project.mjs';
import { runTool } from './run-tool.mjs';

const TIMEOUT_MS = 600_000;
const SOURCES = ['app', 'components', 'lib', 'e2e', 'bench', 'packages', 'scripts'];
const CHOSEN_FILES = ['--no-errors-on-unmatched', '--files-ignore-unknown=true'];
const BOUNDARIES = ['--config', '.dependency-cruiser.cjs', '--no-progress', '--output-type'];
const LINTERS = inProject('scripts/lint/run-linters.ts');

/**
 * Format, lint, types, boundaries, dead code, words: the checks that read the source and test none of it.
 * @param {import('./lifetime.mjs').Lifetime} lifetime
 * @param {{linted?: string[]}} [options] files for the check of format, instead of all
 */
export function staticChecks(lifetime, { linted } = {}) {
  const check = (name, script, args) => ({
    name,
    run: () => runCheck(lifetime, [inProject('node_modules', script), ...args]),
  });
  const boundaryReport = `plugin:${inProject('scripts/lint/boundary-report.mjs')}`;
  return [
    // The compiler of TypeScript 7; the other tools read sources through the interface of version 6.
    check('types', 'typescript-native/bin/tsc', ['--noEmit', '-p', '.']),
    check('types of scripts', 'typescript-native/bin/tsc', ['--noEmit', '-p', 'scripts']),
    check('format and lint', '@biomejs/biome/bin/biome', [
      'ci',
      '--colors=off',
      ...(linted ? [...CHOSEN_FILES, ...linted] : ['.']),
    ]),
    check('import boundaries', 'dependency-cruiser/bin/dependency-cruise.mjs', [
      ...BOUNDARIES,
      boundaryReport,
      ...SOURCES,
    ]),
    check('dead code', 'knip/bin/knip.js', ['--no-progress', '--no-config-hints']),
    { name: 'words and sources', run: () => runCheck(lifetime, ['--import', 'tsx', LINTERS]) },
  ];
}

async function runCheck(lifetime, args) {
  const options = { timeoutMs: patient(TIMEOUT_MS) };
  const { exitCode, output } = await runTool(lifetime, process.execPath, args, options);
  const failed = exitCode === 0 ? 0 : 1;
  return { passed: 1 - failed, failed, output };
}
