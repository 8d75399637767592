import fs from 'node:fs';
import { patient } from './machine-speed.mjs';
import { inProject } from './project.mjs';
import { runNode } from './run-tool.mjs';

const TIMEOUT_MS = 600_000;
const SOURCES = ['app', 'components', 'lib', 'e2e', 'bench', 'scripts'];

/** Format, lint, types, boundaries, dead code: the checks that read the source and run none of it. */
export function staticChecks(lifetime) {
  return [
    // The compiler of TypeScript 7; the tools beside it read sources through the interface of 6.
    toolCheck(lifetime, 'types', 'typescript-native/bin/tsc', ['--noEmit', '-p', '.']),
    toolCheck(lifetime, 'format and lint', '@biomejs/biome/bin/biome', ['ci', '--colors=off', '.']),
    boundaryCheck(lifetime),
    toolCheck(lifetime, 'dead code', 'knip/bin/knip.js', ['--no-progress', '--no-config-hints']),
  ];
}

function toolCheck(lifetime, name, script, args, judge = (result) => result.exitCode === 0) {
  return {
    name,
    run: async () => {
      const result = await runNode(lifetime, inProject('node_modules', script), args, {
        timeoutMs: patient(TIMEOUT_MS),
      });
      const passed = judge(result);
      return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, output: result.output };
    },
  };
}

/** dependency-cruiser is content with nothing to read, so it must also have read something. */
function boundaryCheck(lifetime) {
  const sources = SOURCES.filter((folder) => fs.existsSync(inProject(folder)));
  const config = ['--config', '.dependency-cruiser.cjs'];
  // `err-long` says of each violation what to do.
  const args = [...config, '--output-type', 'err-long', '--no-progress', ...sources];
  return toolCheck(
    lifetime,
    'import boundaries',
    'dependency-cruiser/bin/dependency-cruise.mjs',
    args,
    (result) => {
      const modules = Number(/(\d{1,9}) modules/.exec(result.output)?.[1] ?? 0);
      return result.exitCode === 0 && modules > 0;
    },
  );
}
