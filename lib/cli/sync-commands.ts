import path from 'node:path';
import { syncSettings } from '../platform/env';
import { ApiError } from '../platform/http/client';
import { listConnectionsEndpoint } from '../services/connections/endpoints';
import { apiClient } from './api-client';
import { fileNames } from './file-names';
import { folderSet } from './kept-folders';
import type { Place } from './kept-kind';
import { alertKind, connectionKind, webhookKind } from './kept-kinds';
import { done, type KeptSet, keptIn, refused, type There } from './kept-set';
import { variableSet } from './kept-variables';
import { pullKept } from './pull-kept';
import { pullTests } from './pull-tests';
import { type Outcome, type PullOptions, pullWorkflows } from './pull-workflows';
import { pushKept } from './push-kept';
import { pushTests } from './push-tests';
import { type PushOptions, pushWorkflows } from './push-workflows';
import { readConfig, type SyncConfig } from './sync-config';
import { syncedWorkspace } from './synced-workspace';
import { readKeptFiles, readState, type SyncState } from './workflow-folder';

const DEFAULT_URL = 'http://localhost:3000';

interface Where {
  /** The path as it was typed. */
  folder: string;
  url?: string | undefined;
  /** Not needed for a folder that was pulled before. */
  workspace?: string | undefined;
  /** One of `millrace.config.json`. */
  env?: string | undefined;
  /** NAME=env:OTHER, for values of variables. */
  var?: readonly string[] | undefined;
}

/** @throws Error in words @returns what became of everything that isn't the same on both sides */
export async function pull(where: Where, options: PullOptions): Promise<Outcome[]> {
  const { folder, place, workspace, now } = await open(where, options);
  const pulled = async (set: KeptSet): Promise<Outcome[]> => {
    const there = await listed(set);
    if (!Array.isArray(there)) return [done(`${set.what} were left out: ${there.message}`)];
    return pullKept(folder, now(), { set, there }, options);
  };
  // Workflows name connections by their files.
  const connections = await pulled(connectionKind(place));
  const workflows = await pullWorkflows(folder, now(), { workspace, names: place.names }, options);
  const tests = await pullTests(folder, now(), place.client, options);
  const others: Outcome[] = [];
  const kinds = [webhookKind(place), alertKind(place)];
  for (const set of [...kinds, folderSet(workspace, place), variableSet(place, options)])
    others.push(...(await pulled(set)));
  return [...workflows, ...tests, ...connections, ...others];
}

export async function push(where: Where, options: PushOptions): Promise<Outcome[]> {
  const { folder, state, place, workspace, now } = await open(where, options);
  const { client, names } = place;
  const pushed = async (set: KeptSet): Promise<Outcome[]> => {
    const isThere = keptIn(set, place.files).size > 0;
    const isKnown = Object.values(now().kept ?? {}).some(({ file }) => set.takes(file));
    if (!isThere && !isKnown) return [];
    const there = await listed(set);
    if (!Array.isArray(there)) return [refused(`${set.what}: ${there.message}`)];
    return pushKept(folder, now(), { set, there }, options);
  };
  const outcomes: Outcome[] = [];
  for (const set of [folderSet(workspace, place), connectionKind(place), variableSet(place, options)])
    outcomes.push(...(await pushed(set)));
  const files = new Set(Object.values(state.workflows).map(({ file }) => file));
  const takes = (file: string) => files.has(file);
  // A workflow that may need its tests to be published comes after them, and a new one before its own.
  outcomes.push(...(await pushTests(folder, now(), client, { ...options, takes, isLast: false })));
  outcomes.push(...(await pushWorkflows(folder, now(), { workspace, client, names }, options)));
  const others = { ...options, takes: (file: string) => !takes(file), isLast: true };
  outcomes.push(...(await pushTests(folder, now(), client, others)));
  for (const set of [webhookKind(place), alertKind(place)]) outcomes.push(...(await pushed(set)));
  return outcomes;
}

/** Returns what the workspace has of a set, or why the key may not read it. */
async function listed(set: KeptSet): Promise<There[] | ApiError> {
  try {
    return await set.list();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'forbidden') return error;
    throw error;
  }
}

async function open(
  { folder: typed, url, workspace: named, env, var: assigned = [] }: Where,
  { dryRun }: { dryRun: boolean },
) {
  const folder = path.resolve(syncSettings().INIT_CWD, typed);
  const config = readConfig(folder, env, assigned);
  const state = stateFor(folder, named ?? config.workspaceId, env);
  const { workspaceId, workflows, kept = {} } = state;
  const address = url ?? config.url ?? DEFAULT_URL;
  const client = apiClient(address);
  const known = [...Object.entries(workflows), ...Object.entries(kept)];
  const names = fileNames(known.map(([id, { file }]) => [id, file] as const));
  const place: Place = { client, workspaceId, names, config, files: readKeptFiles(folder), dryRun };
  await nameConnections(place, config);
  const workspace = syncedWorkspace(client, workspaceId, address, names);
  return { folder, state, place, workspace, now: () => readState(folder, env) ?? state };
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

/** One line each, and a last one that sums up. */
export function outcomeLines(outcomes: readonly Outcome[]): string {
  const lines = outcomes.map(({ words, isRefused }) => `${isRefused ? 'refused  ' : ''}${words}\n`);
  return outcomes.length === 0 ? 'Folder and workspace are in step.\n' : lines.join('');
}
