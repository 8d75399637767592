import { z } from 'zod';
import { FolderName } from '../services/folders/schema';
import { parseJsonFile, printByName } from './json-file';
import { done, type KeptSet, type There } from './kept-set';
import type { Outcome } from './pull-workflows';
import type { SyncedWorkspace } from './synced-workspace';

const FILE = 'millrace.folders.json';
const MAX_DEPTH = 20;

const Directory = z
  .string()
  .regex(/^[a-z0-9-]+(?:\/[a-z0-9-]+)*$/, 'Use small letters, digits, "-", and "/" between folders.');
const Folders = z.record(Directory, z.strictObject({ name: FolderName }));
type Folders = z.infer<typeof Folders>;

/** The folders whose names or whose being there is not said by the directories of workflows. */
export function folderSet(workspace: SyncedWorkspace, { dryRun }: { dryRun: boolean }): KeptSet {
  return {
    what: 'Folders',
    takes: (file) => file === FILE,
    parse: (text) => printByName(foldersIn(text)),
    async list() {
      const stored = await storedFolders(workspace);
      return Object.keys(stored).length === 0 ? [] : [thereOf(printByName(stored))];
    },
    fileFor: () => FILE,
    isAlwaysSent: () => false,
    async send(_, text) {
      const outcomes: Outcome[] = [];
      const wanted = Object.entries(foldersIn(text)).toSorted(([a], [b]) => depthOf(a) - depthOf(b));
      for (const [directory, { name }] of wanted)
        outcomes.push(...(await sendOne(workspace, { directory, name, dryRun })));
      return { outcomes, stored: dryRun ? undefined : thereOf(text) };
    },
  };
}

const thereOf = (text: string): There => ({ key: FILE, externalId: null, name: 'Folders', text });

const depthOf = (directory: string): number => directory.split('/').length;

async function sendOne(
  workspace: SyncedWorkspace,
  { directory, name, dryRun }: { directory: string; name: string; dryRun: boolean },
): Promise<Outcome[]> {
  const known = (await workspace.folders()).find((folder) => folder.directory === directory);
  if (known?.name === name) return [];
  if (known === undefined) {
    if (!dryRun) await workspace.folderOf(directory, name);
    return [done(`${FILE}: ${directory}: ${dryRun ? 'would be created' : 'created'}`)];
  }
  if (known.externalId === null)
    return [done(`${FILE}: ${directory}: not created by push, so it is renamed in the workspace`)];
  if (!dryRun) await workspace.renameFolder(known.id, name);
  return [done(`${FILE}: ${directory}: ${dryRun ? 'would be renamed' : 'renamed'}`)];
}

async function storedFolders(workspace: SyncedWorkspace): Promise<Folders> {
  const all = await workspace.folders();
  const used = new Set((await workspace.list()).map(({ folderId }) => folderId));
  for (const { parentId } of all) used.add(parentId);
  const said = all.filter(({ id, name, directory }) => directory.split('/').at(-1) !== name || !used.has(id));
  return Object.fromEntries(said.map(({ directory, name }) => [directory, { name }]));
}

function foldersIn(text: string): Folders {
  const folders = parseJsonFile(Folders, text, FILE);
  const tooDeep = Object.keys(folders).find((directory) => depthOf(directory) > MAX_DEPTH);
  if (tooDeep !== undefined) throw new Error(`${FILE}: at ${tooDeep}: at most ${MAX_DEPTH} levels.`);
  return folders;
}
