import fs from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * A reporter of Vitest that writes a `TestRun` (scripts/lib/repeat-failed.mjs) to the file that
 * `VITEST_REPORT` names. Vitest's own JSON knows neither which hook failed nor what nobody caught.
 */
export default class VitestReport {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap(testsOf);
    const problems = [];
    for (const error of unhandledErrors) {
      const file = error.VITEST_TEST_PATH && path.relative(process.cwd(), error.VITEST_TEST_PATH);
      const text = `nobody caught: ${messageOf(error)}`;
      if (file) tests.push(fileFailure(file, text));
      else problems.push(text);
    }
    const run = { tests: withKeys(tests), problem: problems.join('\n') };
    fs.writeFileSync(process.env.VITEST_REPORT, JSON.stringify(run));
  }
}

function testsOf(module) {
  const file = module.relativeModuleId;
  const hookErrors = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());
  const tests = Array.from(module.children.allTests(), (test) => {
    const { state, errors } = test.result();
    const title = namesOf(test).join(' › ');
    const pattern = namesOf(test).join(' ');
    return {
      file,
      title,
      pattern,
      outcome: state === 'pending' ? 'not run' : state,
      ...(errors?.[0] && { error: messageOf(errors[0]) }),
      ms: test.diagnostic()?.duration ?? 0,
    };
  });
  return hookErrors.length > 0 ? [...tests, fileFailure(file, messageOf(hookErrors[0]))] : tests;
}

const namesOf = (test) => (test.type === 'module' ? [] : [...namesOf(test.parent), test.name]);

const fileFailure = (file, error) => ({
  ...{ file, title: 'the file itself', isFile: true },
  ...{ outcome: 'failed', error, ms: 0 },
});

const messageOf = ({ name = 'Error', message = '' }) => stripVTControlCharacters(`${name}: ${message}`);

/** Two tests of a file may have one name. */
function withKeys(tests) {
  const seen = new Map();
  return tests.map((test) => {
    const name = `${test.file} › ${test.title}`;
    seen.set(name, (seen.get(name) ?? 0) + 1);
    return { ...test, key: `${name} ${seen.get(name)}` };
  });
}
