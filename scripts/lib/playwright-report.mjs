import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { PROJECT_ROOT } from './project.mjs';

/** The product's output up to this long after a failure may belong to it. */
const AFTERWARDS_MS = 1_000;
const MOST_LINES = 12;

/**
 * Returns a `TestRun` (repeat-failed.mjs) from Playwright's JSON report. A crash, a file that does not load
 * and an empty run are reported as a problem: none of them is a failed test.
 * @param {{suites?: any[], errors?: Array<{message?: string}>}} report
 * @param {{exitCode: number, output: string}} end `output` has what the product said, too
 * @returns {import('./repeat-failed.mjs').TestRun}
 */
export function readPlaywright({ suites = [], errors = [] }, { exitCode, output }) {
  const tests = suites.flatMap((suite) => testsOf(suite, [], output));
  const hasFailed = tests.some(({ outcome }) => outcome === 'failed');
  const broken = (exitCode !== 0 && !hasFailed) || tests.length === 0;
  const problems = errors.map(({ message = '' }) => stripVTControlCharacters(message));
  if (broken && problems.length === 0)
    problems.push(`Playwright ended with exit code ${exitCode} after ${tests.length} tests`);
  return { tests, problem: problems.join('\n'), files: timesOf(tests), output };
}

/** The title of a file's own suite is its name. */
function testsOf({ title, file, specs = [], suites = [] }, names, output) {
  const within = title === file ? names : [...names, title];
  return [
    ...specs.flatMap((spec) => spec.tests.map((test) => resultOf(spec, test, within, output))),
    ...suites.flatMap((suite) => testsOf(suite, within, output)),
  ];
}

function resultOf(spec, { projectName, status, results, annotations = [] }, names, output) {
  const file = `e2e/${spec.file}`;
  const failed = results.find((result) => result.error);
  return {
    key: `${projectName} ${spec.id ?? `${file}:${spec.line} ${spec.title}`}`,
    file,
    title: [...names, spec.title].join(' › '),
    command: `npm test -- e2e ${file} -t ${JSON.stringify(spec.title)}`,
    outcome: outcomeOf(status, annotations),
    ...(failed && { error: stripVTControlCharacters(failed.error.message ?? '') }),
    notes: failed ? notesOf(failed, output) : [],
    ms: results.reduce((sum, { duration = 0 }) => sum + duration, 0),
  };
}

/** A test that was skipped without an annotation depended on one that failed. */
function outcomeOf(status, annotations) {
  if (status === 'expected') return 'passed';
  if (status !== 'skipped') return 'failed';
  return annotations.some(({ type }) => type === 'skip' || type === 'fixme') ? 'skipped' : 'not run';
}

function notesOf({ attachments = [], startTime, duration }, output) {
  const files = attachments.filter((attachment) => attachment.path);
  const endedAt = Date.parse(startTime) + duration;
  const said = output.split('\n').filter((line) => wasSaid(line, Date.parse(startTime), endedAt));
  return [
    ...files.map(({ name, path: at }) => `${name}: ${path.relative(PROJECT_ROOT, at)}`),
    ...(said.length > 0 ? ['the product said meanwhile:', ...said.slice(-MOST_LINES).map(withoutName)] : []),
  ];
}

function wasSaid(line, startedAt, endedAt) {
  const at = Date.parse(/"time":"([^"]{1,40})"/.exec(line)?.[1] ?? '');
  return at >= startedAt && at <= endedAt + AFTERWARDS_MS;
}

/** Playwright puts the name of the server before its lines. */
const withoutName = (line) => line.slice(line.indexOf('{'));

function timesOf(tests) {
  const times = new Map();
  for (const { file, ms } of tests) times.set(file, (times.get(file) ?? 0) + ms);
  return Array.from(times, ([file, ms]) => ({ file, ms }));
}
