import type { WorkflowSummary } from '../core/workflow/schema';
import type { WorkflowFile } from '../core/workflow/workflow-file';
import type { Client } from '../platform/http/client';
import { createFolderEndpoint, listFoldersEndpoint } from '../services/folders/endpoints';
import type { Folder } from '../services/folders/schema';
import { getWorkflowEndpoint, listWorkflowsEndpoint } from '../services/workflows/endpoints';
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

/** A workspace over its API: what pull and push ask of it. `url`: the server's. */
export function syncedWorkspace(client: Client, workspaceId: string, url: string) {
  let folders: Folder[] | undefined;
  const allFolders = async (): Promise<Folder[]> => {
    folders ??= (await client.call(listFoldersEndpoint, { query: { workspaceId } })).data;
    return folders;
  };

  const addFolder = async (name: string, parentId: string | null): Promise<Folder> =>
    (await client.call(createFolderEndpoint, { body: { workspaceId, name, parentId } })).data;

  return {
    /** The JSON Schema of a workflow's file. */
    schemaUrl: `${url.replace(/\/$/, '')}/schemas/workflow.json`,

    list: async (): Promise<WorkflowSummary[]> =>
      (await client.call(listWorkflowsEndpoint, { query: { workspaceId } })).data,

    async read(id: string): Promise<Stored> {
      const { data } = await client.call(getWorkflowEndpoint, { params: { id } });
      const text = textOfWorkflow(data);
      const { name, description, document, version } = data;
      return { id, name, description, document, version, text, hash: hashOf(text) };
    },

    /** The directory that stands for a folder; "" for the top. */
    async directoryOf(folderId: string | null): Promise<string> {
      const names: string[] = [];
      for (let id = folderId; id !== null; ) {
        const folder = (await allFolders()).find((one) => one.id === id);
        if (folder === undefined) break;
        names.unshift(segmentOf(folder, await allFolders()));
        id = folder.parentId;
      }
      return names.join('/');
    },

    /** The folder that a directory stands for; what is missing of it is created. */
    async folderOf(directory: string): Promise<string | null> {
      let parentId: string | null = null;
      for (const name of directory === '.' ? [] : directory.split('/')) {
        const known: Folder[] = await allFolders();
        let folder = known.find((one) => one.parentId === parentId && segmentOf(one, known) === slugOf(name));
        if (folder === undefined) {
          folder = await addFolder(name, parentId);
          known.push(folder);
        }
        parentId = folder.id;
      }
      return parentId;
    },
  };
}
export type SyncedWorkspace = ReturnType<typeof syncedWorkspace>;
