import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readImports } from './import-graph.mjs';
import { kindOf, nearestTests } from './nearest-tests.mjs';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-imports-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

function write(files: Record<string, string>): string[] {
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  }
  return Object.keys(files);
}

/** Returns the tests that these changed files can break; `deleted` ones are named and not there. */
function nearest(files: Record<string, string>, changed: string[], deleted: string[] = []): string[] {
  const sources = write(files);
  return nearestTests({ imports: readImports(folder, [...sources, ...deleted]), changed, sources });
}

test('imports are read however they are written, and also files that are started by name', () => {
  const sources = write({
    'lib/a/reads.ts': [
      "import { one } from './one';",
      "import {\n  two,\n} from '@/lib/b/two';",
      "export * from '../b/three';",
      "const four = await import('../b/four.mjs');",
      "new Worker(new URL('five.ts', import.meta.url));",
      "fork('lib/b/six.ts');",
      "import { seven } from './seven.js';",
      "import data from './data.json';",
      "import { useState } from 'react';",
      "// import { none } from './none';",
      " * @param {import('./none').None} none",
      "import type { None } from './none';",
      "export type {\n  Nothing,\n} from './none';",
      "export type Word = 'none.ts-like' | 'words';",
    ].join('\n'),
    ...Object.fromEntries(
      ['a/one.ts', 'b/two.tsx', 'b/three.ts', 'b/four.mjs', 'a/five.ts', 'b/six.ts', 'a/none.ts'].map(
        (file) => [`lib/${file}`, ''],
      ),
    ),
    'lib/a/seven.ts': '',
    'lib/a/data.json': '{}',
  });
  expect([...(readImports(folder, sources).get('lib/a/reads.ts') ?? [])]).toEqual([
    'lib/a/one.ts',
    'lib/b/two.tsx',
    'lib/b/three.ts',
    'lib/b/four.mjs',
    'lib/a/five.ts',
    'lib/b/six.ts',
    'lib/a/seven.ts',
    'lib/a/data.json',
  ]);
});

const IMPORTS = (...files: string[]) => files.map((file) => `import '${file}';`).join('\n');

test('the changed tests come first, then those with the fewest imports between, then the closest folder', () => {
  const files = {
    'lib/a/sum.ts': '',
    'lib/a/total.ts': IMPORTS('./sum'),
    'lib/a/total.test.ts': IMPORTS('./total'),
    'lib/a/sum.test.ts': IMPORTS('./sum'),
    'lib/b/price.ts': IMPORTS('../a/total'),
    'lib/b/price.db.test.ts': IMPORTS('./price'),
    'lib/a/also.test.ts': IMPORTS('./total'),
    'lib/b/also.test.ts': IMPORTS('../a/total'),
    'lib/b/changed.test.ts': '',
    'lib/b/other.test.ts': IMPORTS('./nothing'),
  };
  expect(nearest(files, ['lib/a/sum.ts', 'lib/b/changed.test.ts'])).toEqual([
    'lib/b/changed.test.ts',
    'lib/a/sum.test.ts',
    'lib/a/also.test.ts',
    'lib/a/total.test.ts',
    'lib/b/also.test.ts',
    'lib/b/price.db.test.ts',
  ]);
});

test('of tests that are equally near the shortest come first', () => {
  const sources = write({
    'lib/a/sum.ts': '',
    'lib/a/long.test.ts': IMPORTS('./sum'),
    'lib/a/short.test.ts': IMPORTS('./sum'),
    'lib/a/very-short.test.ts': IMPORTS('./sum'),
  });
  const change = { imports: readImports(folder, sources), changed: ['lib/a/sum.ts'], sources };
  expect(nearestTests(change, { 'lib/a/long.test.ts': 30, 'lib/a/short.test.ts': 2 })).toEqual([
    'lib/a/very-short.test.ts',
    'lib/a/short.test.ts',
    'lib/a/long.test.ts',
  ]);
});

test('the importers of a deleted file are reached, and a deleted test is none', () => {
  const files = { 'lib/a/sum.test.ts': IMPORTS('./sum'), 'lib/b/other.test.ts': '' };
  const deleted = ['lib/a/sum.ts', 'lib/a/old.test.ts'];
  expect(nearest(files, deleted, deleted)).toEqual(['lib/a/sum.test.ts']);
});

test('a circle of imports has an end', () => {
  const files = {
    'lib/a/one.ts': IMPORTS('./two'),
    'lib/a/two.ts': IMPORTS('./one'),
    'lib/a/two.test.ts': IMPORTS('./two'),
  };
  expect(nearest(files, ['lib/a/one.ts'])).toEqual(['lib/a/two.test.ts']);
});

test('what no test reaches counts for the tests of its room, and pages of documentation for none', () => {
  const files = {
    'lib/a/testing/rows/sample.csv': '',
    'lib/a/README.md': '',
    'lib/a/sum.test.ts': '',
    'lib/b/other.test.ts': '',
  };
  expect(nearest(files, ['lib/a/testing/rows/sample.csv'])).toEqual(['lib/a/sum.test.ts']);
  expect(nearest(files, ['lib/a/README.md'])).toEqual([]);
});

test('the schema and migrations count for the database tests of Postgres and of the setup', () => {
  const files = {
    'lib/platform/postgres/claim.db.test.ts': '',
    'lib/platform/postgres/claim.test.ts': '',
    'lib/services/setup/setup.db.test.ts': '',
    'scripts/lib/postgres/start.db.test.ts': '',
    'lib/services/logs/list.db.test.ts': '',
    'prisma/schema.prisma': '',
  };
  const expected = [
    'lib/platform/postgres/claim.db.test.ts',
    'lib/services/setup/setup.db.test.ts',
    'scripts/lib/postgres/start.db.test.ts',
  ];
  expect(nearest(files, ['prisma/schema.prisma'])).toEqual(expected);
  expect(nearest(files, ['prisma/migrations/20270101_more/migration.sql'])).toEqual(expected);
});

test('test files are told apart as the stages run them', () => {
  const kinds = {
    'lib/a/sum.test.ts': 'unit',
    'components/a/list.test.tsx': 'unit',
    'lib/a/sum.db.test.ts': 'db',
    'e2e/logs.spec.ts': 'browser',
    'e2e/fixtures/api.ts': null,
    'packages/sdk/sdk.db.test.ts': 'db',
    'packages/sdk/src/client.test.ts': 'unit',
    'bench/logs.test.ts': null,
    'lib/a/sum.ts': null,
  };
  expect(Object.fromEntries(Object.keys(kinds).map((file) => [file, kindOf(file)]))).toEqual(kinds);
});
