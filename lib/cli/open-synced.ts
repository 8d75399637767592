import { listConnectionsEndpoint } from '../services/connections/endpoints';
import { apiClient } from './api-client';
import { fileNames } from './file-names';
import type { Place } from './kept-kind';
import type { Server } from './surroundings';
import type { SyncConfig } from './sync-config';
import { syncedWorkspace } from './synced-workspace';
import { readKeptFiles, readState, type SyncState } from './workflow-folder';

export interface Where {
  /** The whole path. */
  folder: string;
  server: Server;
  /** Not needed for a folder that was pulled before. */
  workspace?: string | undefined;
  /** The name of one of `millrace.config.json`. */
  environment?: string | undefined;
  /** What that one says. */
  config: SyncConfig;
}

/** Reads a folder and finds its workspace. @throws Error in words */
export async function openSynced(
  { folder, server, workspace: named, environment, config }: Where,
  { dryRun }: { dryRun: boolean },
) {
  const state = stateFor(folder, named ?? config.workspaceId, environment);
  const { workspaceId, workflows, kept = {} } = state;
  const client = apiClient(server);
  const known = [...Object.entries(workflows), ...Object.entries(kept)];
  const names = fileNames(known.map(([id, { file }]) => [id, file] as const));
  const place: Place = { client, workspaceId, names, config, files: readKeptFiles(folder), dryRun };
  await nameConnections(place, config);
  const workspace = syncedWorkspace(client, workspaceId, server.url, names);
  return { folder, state, place, workspace, now: () => readState(folder, environment) ?? state };
}

/** Connections of the workspace that the environment has instead of files. @throws Error in words */
async function nameConnections({ client, workspaceId, names }: Place, config: SyncConfig): Promise<void> {
  if (config.connections.size === 0) return;
  const { data } = await client.call(listConnectionsEndpoint, { params: { workspaceId } });
  for (const [file, name] of config.connections) {
    const found = data.find((connection) => connection.name === name);
    if (found === undefined)
      throw new Error(`The workspace has no connection "${name}", which stands for ${file} there.`);
    names.set(found.id, file);
  }
}

function stateFor(
  folder: string,
  workspaceId: string | undefined,
  environment: string | undefined,
): SyncState {
  const state = readState(folder, environment);
  if (state === null && workspaceId === undefined)
    throw new Error(`${folder} was not pulled before: name its workspace with --workspace ID.`);
  if (state !== null && workspaceId !== undefined && state.workspaceId !== workspaceId)
    throw new Error(`${folder} belongs to workspace ${state.workspaceId}, not to ${workspaceId}.`);
  return state ?? { workspaceId: workspaceId as string, workflows: {}, environment };
}
