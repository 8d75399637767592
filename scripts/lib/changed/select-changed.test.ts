import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Lifetime } from '../lifetime.mjs';
import { chooseStatic } from './choose-static.mjs';
import { selectChanged } from './select-changed.mjs';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-selection-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  fs.writeFileSync(path.join(folder, file), text);
}

function commitAll(): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--quiet', '--message', 'all');
}

const select = () => selectChanged(folder, { slowness: 1 });

test('tests are selected by their whole path, and what only looks like them is excluded', () => {
  write('lib/sum/sum.ts', '');
  write('lib/sum/sum.test.ts', "import './sum';");
  write('lib/sum/sum.test.tsx', '');
  write('lib/lib/sum/sum.test.ts', '');
  commitAll();
  write('lib/sum/sum.ts', 'changed');
  expect(select().tests).toEqual({
    unit: {
      filters: ['lib/sum/sum.test.ts'],
      excluded: ['lib/lib/sum/sum.test.ts', 'lib/sum/sum.test.tsx'],
    },
    db: null,
    browser: null,
  });
});

test('a spec is selected by a pattern that fits no other one', () => {
  write('e2e/logs.spec.ts', '');
  commitAll();
  write('e2e/logs.spec.ts', 'changed');
  const [pattern = ''] = select().tests.browser?.filters ?? [];
  expect('/project/e2e/logs.spec.ts').toMatch(new RegExp(pattern));
  expect('/project/e2e/many-logs.spec.ts').not.toMatch(new RegExp(pattern));
  expect('/project/e2e/logs.spec.tsx').not.toMatch(new RegExp(pattern));
});

test('the choice is told in words', () => {
  for (let index = 0; index < 1_000; index += 1) write(`lib/room/${index}.test.ts`, "import './all';");
  write('lib/room/all.ts', '');
  write('package.json', '{}');
  commitAll();
  write('lib/room/all.ts', 'changed');
  write('package.json', '{ }');
  const { notes } = select();
  expect(notes[0]).toMatch(/^2 changed files since main \(\w{8}\)$/);
  expect(notes[1]).toMatch(
    /^unit tests: \d+ of 1000 files .* nearest first, \d+ further left to the whole run$/,
  );
  expect(notes.slice(2)).toEqual([
    'database tests: no file can be affected',
    'browser tests: no file can be affected',
    'package.json has changed: only the whole run, npm test, shows what that breaks',
  ]);
});

test('where nothing has changed there is nothing to test', () => {
  write('lib/a.ts', '');
  commitAll();
  expect(select).toThrow(/^Nothing differs from main \(\w{8}\): there is nothing to test\.$/);
});

test('static checks are those that the change can break', () => {
  const names = (...changed: string[]) =>
    chooseStatic(new Lifetime(), { changed, present: changed }).map(({ name }) => name);
  const always = ['types', 'format and lint'];
  expect(names('docs/guide/any-page.md')).toEqual(expect.arrayContaining(always));
  expect(names('docs/guide/any-page.md')).not.toContain('import boundaries');
  expect(names('docs/guide/any-page.md')).not.toContain('dead code');
  expect(names('lib/core/engine/any-run.ts')).toEqual(
    expect.arrayContaining([...always, 'import boundaries']),
  );
  expect(names('lib/core/engine/any-run.ts')).not.toContain('types of scripts');
  expect(names('scripts/any.mjs')).toContain('types of scripts');
  expect(names('knip.json')).toContain('dead code');
  const deleted = chooseStatic(new Lifetime(), { changed: ['lib/a.ts'], present: [] });
  expect(deleted.map(({ name }) => name)).not.toContain('format and lint');
});
