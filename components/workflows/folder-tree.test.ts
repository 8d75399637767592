import { describe, expect, it } from 'vitest';
import type { WorkflowSummary } from '@/lib/core/workflow/schema';
import type { Folder } from '@/lib/services/folders/schema';
import { buildTree, countWorkflows, filterTree, folderChoices } from './folder-tree';

const folder = (id: string, name: string, parentId: string | null = null): Folder => ({
  id,
  workspaceId: 'w',
  parentId,
  name,
});
const workflow = (name: string, folderId: string | null = null): WorkflowSummary => ({
  id: name,
  workspaceId: 'w',
  folderId,
  name,
  description: '',
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

  it('keeps all that a matching folder holds', () => {
    expect(filterTree(TREE, 'billing').folders.map(countWorkflows)).toEqual([1]);
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
