import type { WorkflowSummary } from '@/lib/core/workflow/schema';
import type { Folder } from '@/lib/services/folders/schema';
import { plainLetters } from '../ui/plain-letters';

export interface FolderNode {
  folder: Folder;
  folders: FolderNode[];
  workflows: WorkflowSummary[];
}

/** Workflows outside folders, and folders with their content; all sorted by name. */
export interface WorkflowTree {
  folders: FolderNode[];
  workflows: WorkflowSummary[];
}

const byName = (a: { name: string }, b: { name: string }) =>
  a.name.localeCompare(b.name, undefined, { numeric: true, sensitivity: 'base' });

/** Builds the tree. A folder without its parent, and a workflow without its folder, are placed at the top. */
export function buildTree(folders: readonly Folder[], workflows: readonly WorkflowSummary[]): WorkflowTree {
  const nodes = new Map(
    folders.map((folder) => [folder.id, { folder, folders: [], workflows: [] } as FolderNode]),
  );
  const top: WorkflowTree = { folders: [], workflows: [] };
  for (const folder of [...folders].sort(byName)) {
    const home = nodes.get(folder.parentId ?? '') ?? top;
    const node = nodes.get(folder.id);
    if (node) home.folders.push(node);
  }
  for (const workflow of [...workflows].sort(byName)) {
    (nodes.get(workflow.folderId ?? '') ?? top).workflows.push(workflow);
  }
  return top;
}

export type WorkflowOrder = 'name' | 'last-run' | 'edited';

/**
 * Sorts the workflows of each folder by time, the latest first; those without a run come last. Folders stay
 * sorted by name.
 *
 * @param lastRunAt returns a workflow's last run as ISO 8601
 */
export function sortTree(
  tree: WorkflowTree,
  order: WorkflowOrder,
  lastRunAt: (workflowId: string) => string | undefined,
): WorkflowTree {
  if (order === 'name') return tree;
  const timeOf = (workflow: WorkflowSummary): string =>
    order === 'edited' ? workflow.updatedAt : (lastRunAt(workflow.id) ?? '');
  return {
    workflows: [...tree.workflows].sort((a, b) => compareTexts(timeOf(b), timeOf(a))),
    folders: tree.folders.map((node) => ({ ...node, ...sortTree(node, order, lastRunAt) })),
  };
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Keeps matches by name with their parent folders; a matching folder keeps all its content. */
export function filterTree(tree: WorkflowTree, text: string): WorkflowTree {
  const sought = plainLetters(text.trim());
  if (sought === '') return tree;
  const matches = (name: string) => plainLetters(name).includes(sought);
  return {
    workflows: tree.workflows.filter((workflow) => matches(workflow.name)),
    folders: tree.folders.flatMap((node) => {
      if (matches(node.folder.name)) return [node];
      const inner = filterTree(node, text);
      return inner.folders.length + inner.workflows.length > 0 ? [{ ...node, ...inner }] : [];
    }),
  };
}

/** Returns folders with their path (`Billing / Refunds`), in tree order, without `except` and its content. */
export function folderChoices(
  folders: readonly Folder[],
  except?: string,
): Array<{ id: string; path: string }> {
  const choices: Array<{ id: string; path: string }> = [];
  const visit = (nodes: FolderNode[], prefix: string) => {
    for (const node of nodes) {
      if (node.folder.id === except) continue;
      const path = prefix + node.folder.name;
      choices.push({ id: node.folder.id, path });
      visit(node.folders, `${path} / `);
    }
  };
  visit(buildTree(folders, []).folders, '');
  return choices;
}

/** Counts the workflows in a folder and its subfolders. */
export function countWorkflows(node: FolderNode): number {
  return node.folders.reduce((sum, inner) => sum + countWorkflows(inner), node.workflows.length);
}
