import { stripVTControlCharacters } from 'node:util';

/**
 * A `TestRun` (repeat-failed.mjs) from Playwright's JSON report. A crash, a file that doesn't load and an
 * empty run are a problem of their own: none of them is a test that failed.
 * @param {{suites?: object[], errors?: Array<{message?: string}>}} report
 * @param {{exitCode: number, output: string}} end
 * @returns {import('./repeat-failed.mjs').TestRun}
 */
export function readPlaywright({ suites = [], errors = [] }, { exitCode, output }) {
  const tests = suites.flatMap((suite) => testsOf(suite, []));
  const hasFailed = tests.some(({ outcome }) => outcome === 'failed');
  const broken = (exitCode !== 0 && !hasFailed) || tests.length === 0;
  const problems = errors.map(({ message = '' }) => stripVTControlCharacters(message));
  if (broken && problems.length === 0)
    problems.push(`Playwright ended with exit code ${exitCode} after ${tests.length} tests`);
  return { tests, problem: problems.join('\n'), output };
}

/** The title of a file's own suite is its name. */
function testsOf({ title, file, specs = [], suites = [] }, names) {
  const within = title === file ? names : [...names, title];
  return [
    ...specs.flatMap((spec) => spec.tests.map((test) => resultOf(spec, test, within))),
    ...suites.flatMap((suite) => testsOf(suite, within)),
  ];
}

function resultOf({ file, line, title, id }, { projectName, status, results, annotations = [] }, names) {
  const error = results.find((result) => result.error)?.error.message;
  return {
    key: `${projectName} ${id ?? `${file}:${line} ${title}`}`,
    file: `e2e/${file}`,
    title: [...names, title].join(' › '),
    outcome: outcomeOf(status, annotations),
    ...(error && { error: stripVTControlCharacters(error) }),
    ms: results.reduce((sum, { duration = 0 }) => sum + duration, 0),
  };
}

/** A test that was skipped without saying so waited for one that failed. */
function outcomeOf(status, annotations) {
  if (status === 'expected') return 'passed';
  if (status !== 'skipped') return 'failed';
  return annotations.some(({ type }) => type === 'skip' || type === 'fixme') ? 'skipped' : 'not run';
}
