import fs from 'node:fs';
import { patient } from './machine-speed.mjs';
import { inProject } from './project.mjs';
import { repeatFailed } from './repeat-failed.mjs';
import { runNode } from './run-tool.mjs';

/** What needs nothing but Node. */
const UNIT_PROJECTS = ['unit', 'stateless'];

const TIMEOUT_MS = 2_100_000;

/** `filters` are file names as vitest takes them. */
export const unitTests = (lifetime, filters) =>
  vitestCheck(lifetime, { name: 'unit tests', projects: UNIT_PROJECTS, filters });

/**
 * Runs projects of vitest.config.ts, and what failed again; `filters` are file names as vitest takes them.
 */
export function vitestCheck(lifetime, { name, projects, env = {}, filters = [] }) {
  const report = inProject('.cache', `vitest-${projects[0]}.json`);
  const run = async (args) => {
    fs.rmSync(report, { force: true });
    const { exitCode, output } = await runNode(
      lifetime,
      inProject('node_modules/vitest/vitest.mjs'),
      [
        'run',
        ...projects.map((project) => `--project=${project}`),
        '--reporter=default',
        `--reporter=${inProject('scripts/testing/vitest-report.mjs')}`,
        ...args,
      ],
      { env: { ...env, VITEST_REPORT: report }, timeoutMs: patient(TIMEOUT_MS) },
    );
    const found = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : { tests: [] };
    return readVitest(found, { exitCode, output });
  };
  return { name, run: () => repeatFailed((only) => (only ? runFiles(run, only) : run(filters))) };
}

/** One file at a time, of it only what failed. */
async function runFiles(run, tests) {
  const runs = [];
  for (const file of new Set(tests.map((test) => test.file))) {
    const failed = tests.filter((test) => test.file === file);
    const isWhole = failed.some(({ isFile }) => isFile);
    runs.push(await run(isWhole ? [file] : [file, `--testNamePattern=${namePattern(failed)}`]));
  }
  return {
    tests: runs.flatMap((one) => one.tests),
    problem: runs.map(({ problem }) => problem).find(Boolean),
    output: runs.map(({ output }) => output).join('\n'),
  };
}

const namePattern = (tests) =>
  `^(${tests.map(({ pattern }) => pattern.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')})$`;

/**
 * A crash and an empty run are a problem of their own: neither is a test that failed.
 * @param {import('./repeat-failed.mjs').TestRun} found what scripts/testing/vitest-report.mjs wrote
 * @param {{exitCode: number, output: string}} end
 * @returns {import('./repeat-failed.mjs').TestRun}
 */
export function readVitest({ tests, problem }, { exitCode, output }) {
  const hasFailed = tests.some(({ outcome }) => outcome === 'failed');
  const broken = (exitCode !== 0 && !hasFailed) || tests.length === 0;
  return {
    tests,
    problem: problem || (broken ? `Vitest ended with exit code ${exitCode} after ${tests.length} tests` : ''),
    output,
  };
}
