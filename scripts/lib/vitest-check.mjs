import fs from 'node:fs';
import { literalPattern } from './literal-pattern.mjs';
import { patient } from './machine-speed.mjs';
import { inProject } from './project.mjs';
import { repeatFailed } from './repeat-failed.mjs';
import { runNode } from './run-tool.mjs';

/** These projects need nothing but Node. */
const UNIT_PROJECTS = ['unit', 'stateless'];

/** A lane that yields to another one ends only after that one; a test that hangs has a limit of its own. */
const TIMEOUT_MS = 3_600_000;

export const unitTests = (lifetime, selection, env = {}) =>
  vitestCheck(lifetime, { name: 'unit tests', stage: 'unit', projects: UNIT_PROJECTS, env, selection });

/**
 * Runs projects of vitest.config.ts, and failed tests again.
 * @typedef {{filters?: string[], excluded?: string[], title?: string | null, seed?: number | null}} Selection
 * file names as the runner takes them, files that only seem to be meant, a part of a title, and the seed of a
 * random order
 * @param {import('./lifetime.mjs').Lifetime} lifetime
 * @param {{name: string, stage: string, projects: string[], env?: object, selection?: Selection}} choice
 */
export function vitestCheck(lifetime, { name, stage, projects, env = {}, selection = {} }) {
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
    return readVitest(found, { exitCode, output, stage });
  };
  return { name, run: () => repeatFailed((only) => (only ? runFiles(run, only) : run(argsOf(selection)))) };
}

/** @param {Selection} selection */
function argsOf({ filters = [], excluded = [], title, seed = null }) {
  const shuffle = ['--sequence.shuffle.files', '--sequence.shuffle.tests', `--sequence.seed=${seed}`];
  return [
    ...filters,
    ...excluded.map((file) => `--exclude=${file}`),
    ...(title ? [`--testNamePattern=${literalPattern(title)}`] : []),
    ...(seed === null ? [] : shuffle),
  ];
}

/** Runs one file at a time, and only its failed tests. */
async function runFiles(run, tests) {
  const runs = [];
  for (const file of new Set(tests.map((test) => test.file))) {
    const failed = tests.filter((test) => test.file === file);
    const isWhole = failed.some(({ isFile }) => isFile);
    const patterns = failed.map(({ pattern }) => literalPattern(pattern ?? ''));
    runs.push(await run(isWhole ? [file] : [file, `--testNamePattern=^(${patterns.join('|')})$`]));
  }
  return {
    tests: runs.flatMap((one) => one.tests),
    problem: runs.map(({ problem }) => problem).find(Boolean),
    output: runs.map(({ output }) => output).join('\n'),
  };
}

/**
 * Reads the report. A crash and an empty run are reported as a problem: neither is a failed test.
 * @param {import('./repeat-failed.mjs').TestRun} found what scripts/testing/vitest-report.mjs wrote
 * @param {{exitCode: number, output: string, stage: string}} end
 * @returns {import('./repeat-failed.mjs').TestRun}
 */
export function readVitest({ tests, problem, ...times }, { exitCode, output, stage }) {
  const hasFailed = tests.some(({ outcome }) => outcome === 'failed');
  const broken = (exitCode !== 0 && !hasFailed) || tests.length === 0;
  const ended = `Vitest ended with exit code ${exitCode} after ${tests.length} tests`;
  const alone = (/** @type {import('./repeat-failed.mjs').TestResult} */ { file, isFile, pattern }) =>
    `npm test -- ${stage} ${file}${isFile ? '' : ` -t ${JSON.stringify(pattern)}`}`;
  const withCommands = tests.map((test) => ({ ...test, command: alone(test) }));
  return { tests: withCommands, problem: problem || (broken ? ended : ''), ...times, output };
}
