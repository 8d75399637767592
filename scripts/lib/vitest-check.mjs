import fs from 'node:fs';
import path from 'node:path';
import { failureLine } from './check-run.mjs';
import { inProject, PROJECT_ROOT } from './project.mjs';
import { runNode } from './run-tool.mjs';

/** What needs nothing but Node. */
const UNIT_PROJECTS = ['unit', 'stateless'];

const TIMEOUT_MS = 2_100_000;

/** `filters` are file names as vitest takes them. */
export const unitTests = (lifetime, filters) =>
  vitestCheck(lifetime, { name: 'unit tests', projects: UNIT_PROJECTS, filters });

/** Runs projects of vitest.config.ts; `filters` are file names as vitest takes them. */
export function vitestCheck(lifetime, { name, projects, env = {}, filters = [] }) {
  return {
    name,
    run: async () => {
      const report = inProject('.cache', `vitest-${projects[0]}.json`);
      fs.rmSync(report, { force: true });
      const { exitCode, output } = await runNode(
        lifetime,
        inProject('node_modules/vitest/vitest.mjs'),
        [
          'run',
          ...projects.map((project) => `--project=${project}`),
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${report}`,
          ...filters,
        ],
        { env, timeoutMs: TIMEOUT_MS },
      );
      return countVitest(fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : {}, {
        exitCode,
        output,
      });
    },
  };
}

/**
 * Counts of vitest's JSON report; a crash, a file that doesn't load and an empty run are one failure at
 * least.
 */
export function countVitest(report, { exitCode, output }) {
  const passed = report.numPassedTests ?? 0;
  const failedTests = report.numFailedTests ?? 0;
  const skipped = (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0);
  const broken = exitCode !== 0 || passed + failedTests === 0;
  const failures = (report.testResults ?? []).flatMap(failuresOf);
  return { passed, failed: Math.max(failedTests, broken ? 1 : 0), skipped, failures, output };
}

/** A file that doesn't load has a message and no tests. */
function failuresOf({ name, status, message, assertionResults }) {
  const file = path.relative(PROJECT_ROOT, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0 && status === 'failed') return [failureLine(file, 'the file itself', message)];
  return failed.map((test) => failureLine(file, test.fullName, test.failureMessages[0]));
}
