import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testsOf } from './named-tests';

test('tests are found by their path of titles, templates as written, skipped ones not at all', () => {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'millrace-tests-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'some.test.ts');
  const lines = [
    "describe.each(CASES)('of %s', () => {",
    "  it('works', () => test('inside', RUN));",
    "  it.each([['text']])('takes %s', { timeout: 1 }, RUN);",
    "  it.skip('is left out', RUN);",
    '});',
    '// test("in a comment", RUN)',
    `for (const form of FORMS) test(\`sends \${form.name}\`, RUN);`,
    "test.describe('a page', () => test.skipIf(!HAS_IT)('where it can', RUN));",
    "test.skip(IS_MAC, 'a reason');",
  ];
  fs.writeFileSync(file, lines.join('\n'));
  expect([...testsOf(file)]).toEqual([
    'of %s > works',
    'of %s > works > inside',
    'of %s > takes %s',
    `sends \${form.name}`,
    'a page > where it can',
  ]);
});
