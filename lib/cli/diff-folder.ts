import { type BlockChange, diffDocuments } from '../core/workflow/diff-documents';
import { parseWorkflowFile, type WorkflowFile } from '../core/workflow/workflow-file';
import { diffKept } from './diff-kept';
import { externalIdOf } from './external-id-of';
import { fieldWords } from './field-words';
import type { FileNames } from './file-names';
import { folderSet } from './kept-folders';
import { alertKind, connectionKind, webhookKind } from './kept-kinds';
import type { KeptSet } from './kept-set';
import { variableSet } from './kept-variables';
import { openSynced, type Where } from './open-synced';
import type { SyncedWorkspace } from './synced-workspace';
import { type FoundFile, readFolder } from './workflow-folder';

/**
 * Returns in lines how the files of a folder differ from its workspace: what a push would change. None if
 * they are in step. Credentials that were typed in, secrets and values are not compared. @throws Error in words
 */
export async function diffFolder(where: Where): Promise<string[]> {
  const { folder, state, place, workspace } = await openSynced(where, { dryRun: true });
  const { kept = {} } = state;
  const differing = (set: KeptSet): Promise<string[]> => diffKept(set, { files: place.files, kept });
  // Workflows name connections by their files.
  const connections = await differing(connectionKind(place));
  const workflows = await diffWorkflows(readFolder(folder), workspace, place.names);
  const others: string[] = [];
  const kinds = [webhookKind(place), alertKind(place)];
  for (const set of [...kinds, folderSet(workspace, place), variableSet(place, { delete: false })])
    others.push(...(await differing(set)));
  return [...workflows, ...connections, ...others];
}

async function diffWorkflows(
  files: Map<string, FoundFile>,
  workspace: SyncedWorkspace,
  names: FileNames,
): Promise<string[]> {
  const summaries = await workspace.list();
  // What another folder created is found by its external id. All have names before any is read.
  for (const { id, externalId } of summaries) {
    const file = [...files.keys()].find(
      (each) => names.idOf(each) === undefined && externalIdOf(each) === externalId,
    );
    if (file !== undefined && names.fileOf(id) === undefined) names.set(id, file);
  }
  const lines: string[] = [];
  for (const { id, name } of summaries) {
    const file = names.fileOf(id);
    const found = file === undefined ? undefined : files.get(file);
    if (file !== undefined) files.delete(file);
    if (file === undefined || found === undefined)
      lines.push(`${file ?? `"${name}"`}: in the workspace only`);
    else lines.push(...fileLines(file, found, await workspace.read(id)));
  }
  for (const [file, found] of files)
    lines.push('problem' in found ? found.problem : `${file}: in the folder only`);
  return lines;
}

function fileLines(file: string, found: FoundFile, stored: { text: string; hash: string }): string[] {
  if ('problem' in found) return [found.problem];
  if (found.hash === stored.hash) return [];
  const changes = changeLines(parseWorkflowFile(stored.text, file), found.content);
  return [file, ...changes.map((line) => `  ${line}`)];
}

function changeLines(there: WorkflowFile, here: WorkflowFile): string[] {
  const { blocks, edges, settings, groups } = diffDocuments(there.document, here.document);
  const names = [
    { path: 'name', before: there.name, after: here.name },
    { path: 'description', before: there.description ?? '', after: here.description ?? '' },
  ];
  return [
    ...names.filter(({ before, after }) => before !== after).map(fieldWords),
    ...settings.map(fieldWords),
    ...blocks.flatMap(blockLines),
    ...edges.map(({ kind, from, to }) => `${kind} ${from} → ${to}`),
    ...groups.map(({ kind, title }) => `${kind} the group "${title}"`),
  ];
}

const blockLines = ({ kind, name, type, fields }: BlockChange): string[] => [
  `${kind} ${name} (${type})`,
  ...fields.map((field) => `  ${fieldWords(field)}`),
];
