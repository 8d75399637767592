import fs from 'node:fs';
import { patient } from './machine-speed.mjs';
import { inProject } from './project.mjs';
import { runNode } from './run-tool.mjs';

const TIMEOUT_MS = 600_000;
const SOURCES = ['app', 'components', 'lib', 'e2e', 'bench', 'scripts'];

/** Format, lint, types, boundaries, dead code: the checks that read the source and run none of it. */
export function staticChecks(lifetime) {
  return [
    // The compiler of TypeScript 7; the other tools read sources through the interface of version 6.
    toolCheck(lifetime, 'types', 'typescript-native/bin/tsc', ['--noEmit', '-p', '.']),
    toolCheck(lifetime, 'types of scripts', 'typescript-native/bin/tsc', ['--noEmit', '-p', 'scripts']),
    toolCheck(lifetime, 'format and lint', '@biomejs/biome/bin/biome', ['ci', '--colors=off', '.']),
    boundaryCheck(lifetime),
    toolCheck(lifetime, 'dead code', 'knip/bin/knip.js', ['--no-progress', '--no-config-hints']),
  ];
}

function toolCheck(lifetime, name, script, args) {
  return {
    name,
    run: async () => {
      const result = await runNode(lifetime, inProject('node_modules', script), args, {
        timeoutMs: patient(TIMEOUT_MS),
      });
      const passed = result.exitCode === 0;
      return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, output: result.output };
    },
  };
}

function boundaryCheck(lifetime) {
  const sources = SOURCES.filter((folder) => fs.existsSync(inProject(folder)));
  const report = `plugin:${inProject('scripts/lib/boundary-report.mjs')}`;
  return toolCheck(lifetime, 'import boundaries', 'dependency-cruiser/bin/dependency-cruise.mjs', [
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    report,
    '--no-progress',
    ...sources,
  ]);
}
