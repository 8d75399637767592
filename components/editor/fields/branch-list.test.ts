import { expect, test } from 'vitest';
import { branchesOf, newBranch } from './branch-list';

test('branches as authored may lack parts', () => {
  expect(branchesOf([{ id: 'a', expression: 'true' }, null])).toEqual([
    { id: 'a', label: '', expression: 'true' },
    { id: 'branch-2', label: '', expression: '' },
  ]);
  expect(branchesOf('nothing')).toEqual([]);
});

test('a new branch has an id and a label nobody has', () => {
  const first = newBranch([]);
  const second = newBranch([first]);
  const third = newBranch([first, { ...second, label: 'Branch 3' }]);
  expect([first.label, second.label, third.label]).toEqual(['If', 'Branch 2', 'Branch 4']);
  expect(new Set([first.id, second.id, third.id]).size).toBe(3);
  expect(first.id).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
});
