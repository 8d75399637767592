import { say } from './progress.mjs';

/** More tests than this that failed and then passed have a common fault and are not bad luck. */
export const MOST_FLAKY = 10;
const MOST_REPEATS = 2;

/**
 * A test as reported by its runner. `key` is the same in each run. `not run` is a test that was never
 * started because another one failed. `isFile` means a file that does not load or a hook that failed:
 * running it again means all tests of the file, and it counts only if it failed. `pattern` is its name as
 * Vitest accepts it, `command` runs it alone, `notes` tell where to look.
 * @typedef {{
 *   key: string, file: string, title: string, pattern?: string, command?: string, isFile?: boolean,
 *   error?: string, notes?: string[], ms: number, outcome: 'passed' | 'failed' | 'skipped' | 'not run',
 * }} TestResult
 *
 * The time that all files of a project took to import, and to test.
 * @typedef {{project: string, importingMs: number, testsMs: number}} ProjectTimes
 *
 * The outcome of a run of a test runner. `problem` describes a failure besides the tests, such as a crash;
 * `files` has the duration of each file.
 * @typedef {{
 *   tests: TestResult[], problem?: string, files?: Array<{file: string, ms: number}>,
 *   projects?: ProjectTimes[], output?: string,
 * }} TestRun
 */

/**
 * Runs tests, then the failed ones alone, then once more those that failed again. A test that then passes
 * is flaky, and listed in `flaky` with both durations. Nothing is repeated if more than `MOST_FLAKY`
 * failed, or the runner itself did: that is red in any case.
 * @param {(only: TestResult[] | null) => Promise<TestRun>} run `only`: these tests, one file at a time
 */
export async function repeatFailed(run) {
  const first = await run(null);
  const latest = new Map(first.tests.map((test) => [test.key, test]));
  const failedAtFirst = first.tests.filter(({ outcome }) => outcome === 'failed');
  const red = () => [...latest.values()].filter(isRed);
  let { problem, output } = first;
  for (let repeat = 0; repeat < MOST_REPEATS; repeat += 1) {
    const asked = red();
    if (problem || asked.length === 0 || failedAtFirst.length > MOST_FLAKY) break;
    say(`· ${asked.map(({ file, title }) => `${file} › ${title}`).join('\n· ')}\n· … again, alone`);
    const again = await run(asked);
    for (const { key, isFile } of asked) if (isFile) latest.delete(key);
    // The runner reports the other tests of a file as skipped.
    for (const test of again.tests) if (test.outcome !== 'skipped') latest.set(test.key, test);
    problem = again.problem;
    output += `\n── again, alone ──\n${again.output}`;
  }
  const flaky = flakyOf(failedAtFirst, latest);
  const { files, projects } = first;
  return { ...count([...latest.values()], problem), flaky, files, projects, output };
}

const isRed = ({ outcome }) => outcome === 'failed' || outcome === 'not run';

function count(tests, problem) {
  const having = (outcome) => tests.filter((test) => !test.isFile && test.outcome === outcome).length;
  const red = tests.filter(isRed);
  return {
    passed: having('passed'),
    failed: red.length + (problem ? 1 : 0),
    skipped: having('skipped'),
    failures: [...red.map(describe), ...(problem ? [problem] : [])],
  };
}

const MOST_ERROR_LINES = 15;

/** Returns the details needed to analyze a failure, in several lines. */
function describe({ file, title, error, outcome, notes = [], command }) {
  const [first, ...more] = (error ?? outcome).trim().split('\n');
  const lines = [...more.slice(0, MOST_ERROR_LINES), ...notes];
  if (command) lines.push(`alone: ${command}`);
  return [failureLine(file, title, first), ...lines.map((line) => `    ${line}`)].join('\n');
}

function flakyOf(failedAtFirst, latest) {
  return failedAtFirst.flatMap(({ key, file, title, error, ms }) => {
    const last = latest.get(key);
    if (last && isRed(last)) return [];
    const passedIn = last ? `in ${seconds(last.ms)}` : 'as a whole';
    return [`${failureLine(file, title, error)} (${seconds(ms)}; then passed ${passedIn})`];
  });
}

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** Returns the file and the name of a test, and the first line of its error. */
const failureLine = (file, title, message = '') => `${file} › ${title}: ${message.trim().split('\n', 1)[0]}`;
