import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readContractTable, testsOf } from './lib/contract-table';

const FOLDER = 'docs/contract';
const LEAST_STATEMENTS = 185;
const tables = fs
  .readdirSync(FOLDER)
  .map((name) => [name, readContractTable(path.join(FOLDER, name))] as const);

describe.each(tables)('%s', (_, { rows, said }) => {
  test('has as many statements, and as many that nothing can show yet, as it says', () => {
    const notYet = rows.filter((row) => row.notYet !== null).length;
    expect({ statements: rows.length, notYet }).toEqual(said);
  });

  test('every statement is a sentence with a test, or with a reason why there can be none yet', () => {
    const bare = rows.filter(({ tests, notYet }) => tests.length === 0 && (notYet ?? '').length < 20);
    expect(bare).toEqual([]);
    expect(rows.filter(({ statement }) => !/^\S.{9,}\.$/.test(statement))).toEqual([]);
  });

  test('every test that is named exists', () => {
    const known = new Map<string, Set<string>>();
    const testsIn = (file: string): Set<string> => {
      const found = known.get(file) ?? (fs.existsSync(file) ? testsOf(file) : new Set());
      known.set(file, found);
      return found;
    };
    const exists = (name: string): boolean => {
      const [file = '', ...titles] = name.split(' > ');
      return testsIn(file).has(titles.join(' > '));
    };
    const missing = rows.flatMap(({ id, tests }) =>
      tests.filter((name) => !exists(name)).map((name) => `${id}: ${name}`),
    );
    expect(missing).toEqual([]);
  });
});

test('the two documents come to at least 185 statements, each said once under an id of its own', () => {
  const rows = tables.flatMap(([, table]) => table.rows);
  expect(tables.map(([name]) => name)).toEqual(['api-block.md', 'logs-and-webhooks.md']);
  expect(rows.length).toBeGreaterThanOrEqual(LEAST_STATEMENTS);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(new Set(rows.map(({ statement }) => statement)).size).toBe(rows.length);
});

describe('how a table is read', () => {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'millrace-contract-'));
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
  const written = (name: string, lines: string[]): string => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, lines.join('\n'));
    return file;
  };

  test('tests are found by their path of titles, templates as written, skipped ones not at all', () => {
    const file = written('some.test.ts', [
      "describe.each(CASES)('of %s', () => {",
      "  it('works', () => test('inside', RUN));",
      "  it.each([['text']])('takes %s', { timeout: 1 }, RUN);",
      "  it.skip('is left out', RUN);",
      '});',
      '// test("in a comment", RUN)',
      `for (const form of FORMS) test(\`sends \${form.name}\`, RUN);`,
      "test.describe('a page', () => test.skipIf(!HAS_IT)('where it can', RUN));",
      "test.skip(IS_MAC, 'a reason');",
    ]);
    expect([...testsOf(file)]).toEqual([
      'of %s > works',
      'of %s > works > inside',
      'of %s > takes %s',
      `sends \${form.name}`,
      'a page > where it can',
    ]);
  });

  test('rows are read with all their tests, or with the reason why there are none', () => {
    const file = written('page.md', [
      '2 statements, 1 not yet.',
      '| id | statement | test |',
      '| --- | --- | --- |',
      '| X1 | It is a \\| b. | `a.ts > one`<br>`b.ts > of %s > two \\| three` |',
      '| X2 | It will be. | not yet: there is no `block` for it |',
    ]);
    expect(readContractTable(file)).toEqual({
      said: { statements: 2, notYet: 1 },
      rows: [
        {
          id: 'X1',
          statement: 'It is a | b.',
          tests: ['a.ts > one', 'b.ts > of %s > two | three'],
          notYet: null,
        },
        { id: 'X2', statement: 'It will be.', tests: [], notYet: 'there is no `block` for it' },
      ],
    });
    expect(() =>
      readContractTable(written('short.md', ['1 statements, 0 not yet.', '| X1 | It is. |'])),
    ).toThrow('three cells');
    expect(() => readContractTable(written('uncounted.md', ['| X1 | It is. | `a` |']))).toThrow(
      'no line like',
    );
  });
});
