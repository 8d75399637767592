import { type BlockChange, diffDocuments, type FieldChange } from '../core/workflow/diff-documents';
import { parseWorkflowFile, type WorkflowFile } from '../core/workflow/workflow-file';
import { writeJson } from '../platform/text/json-text';
import { openSynced, type Where } from './sync-commands';
import { type FoundFile, readFolder } from './workflow-folder';

const MOST_CHARACTERS = 60;

/**
 * Returns in lines how the workflows of a folder differ from those of its workspace: what a push would
 * change. None if they are in step. Credentials that were typed in are not compared. @throws Error in words
 */
export async function diffFolder(where: Where): Promise<string[]> {
  const { folder, state, workspace } = openSynced(where);
  const files = readFolder(folder);
  const lines: string[] = [];
  for (const { id, name } of await workspace.list()) {
    const file = state.workflows[id]?.file;
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

const fieldWords = ({ path, before, after }: FieldChange): string =>
  `${path}: ${shown(before)} → ${shown(after)}`;

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : writeJson(value);
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1)}…`;
}
