import { describe, expect, it } from 'vitest';
import type { WorkflowSummary } from '@/lib/core/workflow/schema';
import type { Folder } from '@/lib/services/folders/schema';
import { buildTree, countWorkflows, filterTree, folderChoices, sortTree } from './folder-tree';

const folder = (id: string, name: string, parentId: string | null = null): Folder => ({
  id,
  workspaceId: 'w',
  parentId,
  name,
  externalId: null,
});
const workflow = (name: string, folderId: string | null = null): WorkflowSummary => ({
  id: name,
  workspaceId: 'w',
  folderId,
  name,
  description: '',
  externalId: null,
  liveVersion: null,
  version: 1,
  createdAt: '',
  updatedAt: '',
});

const FOLDERS = [folder('a', 'Billing'), folder('b', 'Refunds', 'a'), folder('c', 'Alerts')];
const TREE = buildTree(FOLDERS, [
  workflow('Send 10'),
  workflow('send 9'),
  workflow('Refund', 'b'),
  workflow('Lost', 'gone'),
]);

describe('buildTree', () => {
  it('nests folders and sorts by name as people read it', () => {
    expect(TREE.folders.map((node) => node.folder.name)).toEqual(['Alerts', 'Billing']);
    expect(TREE.workflows.map((each) => each.name)).toEqual(['Lost', 'send 9', 'Send 10']);
  });

  it('counts what lies below a folder', () => {
    expect(TREE.folders.map(countWorkflows)).toEqual([0, 1]);
  });
});

describe('filterTree', () => {
  it('keeps the way to what matches', () => {
    const found = filterTree(TREE, 'refund');
    expect(found.workflows).toEqual([]);
    expect(found.folders[0]?.folders[0]?.workflows[0]?.name).toBe('Refund');
  });

  it('finds letters with accents by those without, and the other way round', () => {
    const tree = buildTree([], [workflow('Ünïcödé'), workflow('Cafe\u0301'), workflow('ＡＰＩ')]);
    const foundBy = (text: string) => filterTree(tree, text).workflows.map(({ name }) => name);
    expect(foundBy('unicode')).toEqual(['Ünïcödé']);
    expect(foundBy('café')).toEqual(['Cafe\u0301']);
    expect(foundBy('api')).toEqual(['ＡＰＩ']);
  });

  it('keeps all that a matching folder holds', () => {
    expect(filterTree(TREE, 'billing').folders.map(countWorkflows)).toEqual([1]);
  });
});

describe('sortTree', () => {
  const edited = (name: string, updatedAt: string) => ({ ...workflow(name), updatedAt });
  const tree = buildTree(
    [folder('a', 'Billing')],
    [
      edited('A', '2026-01-02T00:00:00.000Z'),
      edited('B', '2026-01-03T00:00:00.000Z'),
      edited('C', '2026-01-01T00:00:00.000Z'),
      { ...edited('D', '2026-01-01T00:00:00.000Z'), folderId: 'a' },
      { ...edited('E', '2026-01-02T00:00:00.000Z'), folderId: 'a' },
    ],
  );
  const names = (of: { workflows: WorkflowSummary[] }) => of.workflows.map(({ name }) => name);

  it('puts what was edited last first, in each folder', () => {
    const sorted = sortTree(tree, 'edited', () => undefined);
    expect(names(sorted)).toEqual(['B', 'A', 'C']);
    expect(sorted.folders.map(names)).toEqual([['E', 'D']]);
  });

  it('puts what ran last first, and what never ran last, by name', () => {
    const ran: Record<string, string> = { C: '2026-01-05T00:00:00.000Z', D: '2026-01-04T00:00:00.000Z' };
    const sorted = sortTree(tree, 'last-run', (id) => ran[id]);
    expect(names(sorted)).toEqual(['C', 'A', 'B']);
    expect(sorted.folders.map(names)).toEqual([['D', 'E']]);
  });

  it('is by name unless asked otherwise', () => {
    expect(sortTree(tree, 'name', () => undefined)).toBe(tree);
  });
});

it('offers no folder below the one that is moved', () => {
  expect(folderChoices(FOLDERS).map((choice) => choice.path)).toEqual([
    'Alerts',
    'Billing',
    'Billing / Refunds',
  ]);
  expect(folderChoices(FOLDERS, 'a').map((choice) => choice.path)).toEqual(['Alerts']);
});
