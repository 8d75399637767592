import { expect, test } from 'vitest';
import { branchesOf, nameOfBranch, withNewBranch } from './branch-list';

test('whatever a document holds is read as branches', () => {
  expect(branchesOf(undefined)).toEqual([]);
  expect(branchesOf([null, { id: 'a', expression: 'x', label: 'A' }])).toEqual([
    { id: '', label: '', expression: '' },
    { id: 'a', label: 'A', expression: 'x' },
  ]);
});

test('a new branch has an id that no other has', () => {
  const first = withNewBranch([{ id: 'branch-2', label: '', expression: '' }]);
  expect(first.map(({ id }) => id)).toEqual(['branch-2', 'branch-3']);
  const ids = withNewBranch(withNewBranch(first)).map(({ id }) => id);
  expect(new Set(ids).size).toBe(4);
});

test('a branch without a name goes by its place', () => {
  expect(nameOfBranch({ id: 'a', label: ' ', expression: '' }, 1)).toBe('Branch 2');
  expect(nameOfBranch({ id: 'a', label: ' Paid ', expression: '' }, 1)).toBe('Paid');
});
