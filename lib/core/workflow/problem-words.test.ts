import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { vagueWords } from '../../platform/testing/vague-words';
import { checkWorkflow } from './check-workflow';
import { EVERY_PROBLEM } from './testing/every-problem';

const FOLDER = 'lib/core/workflow';
const CODE = /code: '([A-Z_]+)'/g;

/** Returns the codes in the check's own files; those of single fields come with their fields. */
function codes(): string[] {
  const files = readdirSync(FOLDER).filter((name) => /\.ts$/.test(name) && !/\.test\.ts$/.test(name));
  const found = files.flatMap((name) =>
    [...readFileSync(join(FOLDER, name), 'utf8').matchAll(CODE)].map(([, code = '']) => code),
  );
  return [...new Set([...found, 'VARIABLE_NOT_FOUND'])].sort();
}

test('there is a document for each code that a check of a workflow can find', () => {
  const all = codes();
  expect(all.length).toBeGreaterThan(25);
  expect([...new Set(EVERY_PROBLEM.map(({ code }) => code))].sort()).toEqual(all);
});

test.each(EVERY_PROBLEM)('$code is told in words, with its place', ({ code, document, known }) => {
  const problems = checkWorkflow(document, known);
  expect(problems.map((problem) => problem.code)).toContain(code);
  // Passed through JSON as in a response, which leaves out some members.
  expect(vagueWords(JSON.parse(JSON.stringify(problems)))).toEqual([]);
  for (const { message } of problems) expect(message).toMatch(/^\S.* .*[.?]$/s);
});
