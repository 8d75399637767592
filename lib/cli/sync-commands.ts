import { apiClient } from './api-client';
import { pullTests } from './pull-tests';
import { type Outcome, type PullOptions, pullWorkflows } from './pull-workflows';
import { pushTests } from './push-tests';
import { type PushOptions, pushWorkflows } from './push-workflows';
import type { Server } from './surroundings';
import { syncedWorkspace } from './synced-workspace';
import { readState, type SyncState } from './workflow-folder';

export interface Where {
  /** The whole path. */
  folder: string;
  server: Server;
  /** Not needed for a folder that was pulled before. */
  workspace?: string;
}

/** @throws Error in words @returns what became of each workflow and test that isn't the same on both sides */
export async function pull(where: Where, options: PullOptions): Promise<Outcome[]> {
  const { folder, state, client, workspace } = openSynced(where);
  const outcomes = await pullWorkflows(folder, state, workspace, options);
  return [...outcomes, ...(await pullTests(folder, readState(folder) ?? state, client, options))];
}

export async function push(where: Where, options: PushOptions): Promise<Outcome[]> {
  const { folder, state, client, workspace } = openSynced(where);
  const now = () => readState(folder) ?? state;
  const files = new Set(Object.values(state.workflows).map(({ file }) => file));
  const takes = (file: string) => files.has(file);
  // A workflow that may need its tests to be published comes after them, and a new one before its own.
  const known = await pushTests(folder, state, client, { ...options, takes, isLast: false });
  const outcomes = await pushWorkflows(folder, now(), workspace, client, options);
  const others = { ...options, takes: (file: string) => !takes(file), isLast: true };
  return [...known, ...outcomes, ...(await pushTests(folder, now(), client, others))];
}

export function openSynced({ folder, server, workspace: named }: Where) {
  const state = stateFor(folder, named);
  const client = apiClient(server);
  return { folder, state, client, workspace: syncedWorkspace(client, state.workspaceId, server.url) };
}

function stateFor(folder: string, workspaceId: string | undefined): SyncState {
  const state = readState(folder);
  if (state === null && workspaceId === undefined)
    throw new Error(`${folder} was not pulled before: name its workspace with --workspace ID.`);
  if (state !== null && workspaceId !== undefined && state.workspaceId !== workspaceId)
    throw new Error(`${folder} belongs to workspace ${state.workspaceId}, not to ${workspaceId}.`);
  return state ?? { workspaceId: workspaceId as string, workflows: {} };
}

/** One line each, and a last one that sums up. */
export function outcomeLines(outcomes: readonly Outcome[]): string {
  const lines = outcomes.map(({ words, isRefused }) => `${isRefused ? 'refused  ' : ''}${words}\n`);
  return outcomes.length === 0 ? 'Folder and workspace are in step.\n' : lines.join('');
}
