import fs from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { patient } from '../lib/machine-speed.mjs';
import { childrenOf } from '../lib/process-identity.mjs';

/** After this time a test that never yields is ended, which its own limit cannot do. */
const STANDS_STILL_MS = Number(process.env.VITEST_STANDS_STILL_MS ?? patient(600_000));

/**
 * A reporter of Vitest that writes a `TestRun` (scripts/lib/repeat-failed.mjs) to the file named by
 * `VITEST_REPORT`. Vitest's own JSON lacks the failed hook and uncaught errors. It also ends a run in which
 * nothing has happened for ten minutes.
 */
export default class VitestReport {
  #running = new Set();
  #ended = [];
  #timer;

  onTestModuleStart(module) {
    this.#running.add(module.relativeModuleId);
    this.#goesOn();
  }

  onTestModuleEnd(module) {
    this.#running.delete(module.relativeModuleId);
    this.#ended.push(module);
    this.#goesOn();
  }

  onTestCaseResult() {
    this.#goesOn();
  }

  onTestRunEnd(modules, unhandledErrors) {
    clearTimeout(this.#timer);
    const tests = modules.flatMap(testsOf);
    const problems = [];
    for (const error of unhandledErrors) {
      const file = error.VITEST_TEST_PATH && path.relative(process.cwd(), error.VITEST_TEST_PATH);
      const text = `nobody caught: ${messageOf(error)}`;
      if (file) tests.push(fileFailure(file, text));
      else problems.push(text);
    }
    write({
      tests,
      problem: problems.join('\n'),
      files: modules.map(timeOf),
      projects: timesOfProjects(modules),
    });
  }

  #goesOn() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#endIt(), STANDS_STILL_MS);
  }

  #endIt() {
    const files = [...this.#running].join(', ');
    const problem = `Nothing has happened for ${STANDS_STILL_MS / 1000} s: a test of ${files} hangs.`;
    write({ tests: this.#ended.flatMap(testsOf), problem });
    // A test that never yields handles no other signal.
    for (const pid of childrenOf(process.pid)) process.kill(pid, 'SIGKILL');
    process.exit(1);
  }
}

function write({ tests, ...more }) {
  fs.writeFileSync(process.env.VITEST_REPORT ?? '', JSON.stringify({ tests: withKeys(tests), ...more }));
}

/** Includes the setup before its tests, because loading its imports takes much of the time. */
function timeOf(module) {
  return { file: module.relativeModuleId, ms: importingMs(module) + module.diagnostic().duration };
}

function importingMs(module) {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration } = module.diagnostic();
  return environmentSetupDuration + prepareDuration + collectDuration + setupDuration;
}

/** Sums what the files of each project took before their tests, mostly for imports, and with them. */
function timesOfProjects(modules) {
  const projects = new Map();
  for (const module of modules) {
    const project = module.project.name;
    const times = projects.get(project) ?? { project, importingMs: 0, testsMs: 0 };
    times.importingMs += importingMs(module);
    times.testsMs += module.diagnostic().duration;
    projects.set(project, times);
  }
  return [...projects.values()];
}

function testsOf(module) {
  const file = module.relativeModuleId;
  const hookErrors = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());
  const tests = Array.from(module.children.allTests(), (test) => resultOf(file, test));
  return hookErrors.length > 0 ? [...tests, fileFailure(file, messageOf(hookErrors[0]))] : tests;
}

function resultOf(file, test) {
  const { state, errors } = test.result();
  const names = namesOf(test);
  return {
    file,
    title: names.join(' › '),
    pattern: names.join(' '),
    outcome: state === 'pending' ? 'not run' : state,
    ...(errors?.[0] && { error: messageOf(errors[0]) }),
    ms: test.diagnostic()?.duration ?? 0,
  };
}

const namesOf = (test) => (test.type === 'module' ? [] : [...namesOf(test.parent), test.name]);

const fileFailure = (file, error) => ({
  file,
  title: 'the file itself',
  isFile: true,
  outcome: 'failed',
  error,
  ms: 0,
});

/** Describes the error and its place, and the difference between the expected and the actual value. */
function messageOf({ name = 'Error', message = '', diff = '', stacks = [] }) {
  const [at] = stacks;
  const place = at ? `at ${path.relative(process.cwd(), at.file)}:${at.line}` : '';
  return stripVTControlCharacters([`${name}: ${message}`, place, diff].filter(Boolean).join('\n'));
}

/** Adds unique keys, because two tests of a file may have the same name. */
function withKeys(tests) {
  const seen = new Map();
  return tests.map((test) => {
    const name = `${test.file} › ${test.title}`;
    seen.set(name, (seen.get(name) ?? 0) + 1);
    return { ...test, key: `${name} ${seen.get(name)}` };
  });
}
