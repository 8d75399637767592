import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readChange } from './changed-files.mjs';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-changed-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const IDENTITY = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];

function git(...args: string[]): string {
  return execFileSync('git', [...IDENTITY, ...args], { cwd: folder, encoding: 'utf8' });
}

function write(files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  }
}

function commit(message: string): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', message);
}

/** Makes a repository with a branch `work` that leaves `main` after its first commit. */
function branchOff(): void {
  git('init', '--quiet', '--initial-branch=main');
  write({ 'lib/a.ts': 'a', 'lib/b.ts': 'b', 'lib/c.ts': 'c', 'lib/d.ts': 'd', '.gitignore': 'built/\n' });
  commit('first');
  git('switch', '--quiet', '--create', 'work');
}

test('the change is what was committed, what was not, what is new, and what was deleted', () => {
  branchOff();
  write({ 'lib/a.ts': 'a2' });
  commit('a');
  write({ 'lib/b.ts': 'b2', 'lib/ü new.ts': 'e', 'built/x.ts': 'x' });
  git('add', 'lib/b.ts');
  fs.rmSync(path.join(folder, 'lib/c.ts'));
  expect(readChange(folder)).toMatchObject({
    since: 'main',
    changed: ['lib/a.ts', 'lib/b.ts', 'lib/c.ts', 'lib/ü new.ts'],
    sources: ['.gitignore', 'lib/a.ts', 'lib/b.ts', 'lib/d.ts', 'lib/ü new.ts'],
  });
});

test('both names of a moved file have changed', () => {
  branchOff();
  git('mv', 'lib/a.ts', 'lib/z.ts');
  commit('moved');
  expect(readChange(folder).changed).toEqual(['lib/a.ts', 'lib/z.ts']);
});

test('what others have landed on main meanwhile is no part of the change', () => {
  branchOff();
  write({ 'lib/a.ts': 'a2' });
  commit('a');
  git('switch', '--quiet', 'main');
  write({ 'lib/d.ts': 'd2' });
  commit('d');
  git('switch', '--quiet', 'work');
  expect(readChange(folder).changed).toEqual(['lib/a.ts']);
  expect(readChange(folder, 'HEAD').changed).toEqual([]);
});

test('a clone without a branch main is compared with that of its origin', () => {
  branchOff();
  const clone = path.join(folder, 'built/clone');
  git('clone', '--quiet', '--branch', 'work', '.', clone);
  expect(readChange(clone)).toMatchObject({ since: 'origin/main', changed: [] });
});

test('a project in a folder of a repository has its own paths', () => {
  branchOff();
  write({ 'lib/a.ts': 'a2', 'other.ts': 'o' });
  expect(readChange(path.join(folder, 'lib')).changed).toEqual(['a.ts']);
});

test('without git, and without the named start, it is refused in words', () => {
  expect(() => readChange(folder)).toThrow(/asks git .* is no git checkout: run `npm test`/);
  branchOff();
  expect(() => readChange(folder, 'nowhere')).toThrow('There is no "nowhere" to compare with');
  git('switch', '--quiet', '--orphan', 'alone');
  write({ 'lib/a.ts': 'a' });
  commit('alone');
  expect(() => readChange(folder)).toThrow('Nothing joins this branch with "main"');
});
