import { expect, test } from 'vitest';
import { folderCounts } from './folder-counts';

const folders = [
  { id: 'sales', parentId: null },
  { id: 'eu', parentId: 'sales' },
  { id: 'empty', parentId: null },
];
const workflows = [
  { id: 'a', folderId: 'eu' },
  { id: 'b', folderId: 'sales' },
  { id: 'c', folderId: null },
  { id: 'd', folderId: 'gone' },
];
const counts = { a: 5, b: 2, c: 40, d: 7 };

test('a folder counts its own runs and those of its sub-folders', () => {
  expect(folderCounts({ folders, workflows, counts, chosen: [] })).toEqual({ sales: 7, eu: 5, empty: 0 });
});

test('with workflows chosen only their runs count, as the list shows', () => {
  expect(folderCounts({ folders, workflows, counts, chosen: ['b'] })).toEqual({ sales: 2, eu: 0, empty: 0 });
});

test('folders that are inside each other end the count', () => {
  const circle = [
    { id: 'x', parentId: 'y' },
    { id: 'y', parentId: 'x' },
  ];
  const one = [{ id: 'a', folderId: 'x' }];
  expect(folderCounts({ folders: circle, workflows: one, counts, chosen: [] })).toEqual({ x: 5, y: 5 });
});
