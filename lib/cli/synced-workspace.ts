import type { WorkflowSummary } from '../core/workflow/schema';
import type { WorkflowFile } from '../core/workflow/workflow-file';
import type { Client } from '../platform/http/client';
import { listFoldersEndpoint, putFolderEndpoint, updateFolderEndpoint } from '../services/folders/endpoints';
import type { Folder } from '../services/folders/schema';
import { getWorkflowEndpoint, listWorkflowsEndpoint } from '../services/workflows/endpoints';
import { externalIdOf } from './external-id-of';
import type { FileNames } from './file-names';
import { hashOf, slugOf, textOfWorkflow } from './workflow-folder';

/** A workflow as the server has it now. */
export interface Stored extends WorkflowFile {
  id: string;
  version: number;
  text: string;
  hash: string;
}

/** Returns a folder's directory; of folders beside it that would have the same one, those made later get a number. */
function segmentOf(folder: Folder, all: readonly Folder[]): string {
  const beside = all.filter(({ parentId }) => parentId === folder.parentId);
  const taken = new Set<string>();
  for (const { id, name } of beside.sort((a, b) => (a.id < b.id ? -1 : 1))) {
    let segment = slugOf(name);
    for (let number = 2; taken.has(segment); number += 1) segment = `${slugOf(name)}-${number}`;
    if (id === folder.id) return segment;
    taken.add(segment);
  }
  return slugOf(folder.name);
}

/** A directory as `segmentOf` makes them. */
const DIRECTORY = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*$/;

/** A workspace over its API: what pull and push ask of it. `url`: the server's. */
export function syncedWorkspace(client: Client, workspaceId: string, url: string, names: FileNames) {
  let folders: Folder[] | undefined;
  const allFolders = async (): Promise<Folder[]> => {
    folders ??= (await client.call(listFoldersEndpoint, { query: { workspaceId } })).data;
    return folders;
  };

  /** Folders that push created have their directory as external id, and keep it when they are renamed. */
  const directoryIn = (id: string | null, all: readonly Folder[]): string => {
    const folder = all.find((one) => one.id === id);
    if (folder === undefined) return '';
    if (folder.externalId !== null && DIRECTORY.test(folder.externalId)) return folder.externalId;
    const above = directoryIn(folder.parentId, all);
    return `${above === '' ? '' : `${above}/`}${segmentOf(folder, all)}`;
  };

  const addFolder = async (directory: string, name: string, parentId: string | null): Promise<Folder> => {
    const params = { externalId: externalIdOf(directory) };
    const body = { workspaceId, name, parentId };
    const { data } = await client.call(putFolderEndpoint, { params, body });
    (await allFolders()).push(data);
    return data;
  };

  async function folderOf(directory: string, called?: string): Promise<string | null> {
    if (directory === '' || directory === '.') return null;
    const all = await allFolders();
    const wanted = directory.split('/').map(slugOf).join('/');
    const known = all.find(({ id }) => directoryIn(id, all) === wanted);
    if (known !== undefined) return known.id;
    const parentId = await folderOf(directory.split('/').slice(0, -1).join('/'));
    const name = called ?? directory.split('/').at(-1) ?? directory;
    return (await addFolder(wanted, name, parentId)).id;
  }

  return {
    /** The JSON Schema of a workflow's file. */
    schemaUrl: `${url.replace(/\/$/, '')}/schemas/workflow.json`,

    list: async (): Promise<WorkflowSummary[]> =>
      (await client.call(listWorkflowsEndpoint, { query: { workspaceId } })).data,

    async read(id: string): Promise<Stored> {
      const { data } = await client.call(getWorkflowEndpoint, { params: { id } });
      const document = names.inFiles(data.document);
      const text = textOfWorkflow({ ...data, document });
      const { name, description, version } = data;
      return { id, name, description, document, version, text, hash: hashOf(text) };
    },

    /** Every folder with its directory. */
    async folders(): Promise<Array<Folder & { directory: string }>> {
      const all = await allFolders();
      return all.map((folder) => ({ ...folder, directory: directoryIn(folder.id, all) }));
    },

    async renameFolder(id: string, name: string): Promise<void> {
      const { data } = await client.call(updateFolderEndpoint, { params: { id }, body: { name } });
      folders = (await allFolders()).map((one) => (one.id === id ? data : one));
    },

    /** The directory that stands for a folder; "" for the top. */
    directoryOf: async (folderId: string | null): Promise<string> =>
      directoryIn(folderId, await allFolders()),

    /** The folder that a directory stands for; what is missing of it is created. */
    folderOf,
  };
}
export type SyncedWorkspace = ReturnType<typeof syncedWorkspace>;
