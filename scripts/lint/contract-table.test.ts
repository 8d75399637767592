import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readContractTable } from './contract-table';

const folder = fs.mkdtempSync(path.join(tmpdir(), 'millrace-contract-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
const written = (name: string, lines: string[]): string => {
  const file = path.join(folder, name);
  fs.writeFileSync(file, lines.join('\n'));
  return file;
};

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
        line: 4,
        id: 'X1',
        statement: 'It is a | b.',
        tests: ['a.ts > one', 'b.ts > of %s > two | three'],
        notYet: null,
      },
      { line: 5, id: 'X2', statement: 'It will be.', tests: [], notYet: 'there is no `block` for it' },
    ],
  });
  expect(() =>
    readContractTable(written('short.md', ['1 statements, 0 not yet.', '| X1 | It is. |'])),
  ).toThrow('three cells');
  expect(() => readContractTable(written('uncounted.md', ['| X1 | It is. | `a` |']))).toThrow('no line like');
});
