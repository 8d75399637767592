import path from 'node:path';
import type { WorkflowFile } from '../core/workflow/workflow-file';
import { ApiError, type Client } from '../platform/http/client';
import { deleteWorkflowEndpoint } from '../services/removal/endpoints';
import { publishWorkflowEndpoint } from '../services/versions/endpoints';
import { createWorkflowEndpoint, saveWorkflowEndpoint } from '../services/workflows/endpoints';
import type { Outcome } from './pull-workflows';
import type { SyncedWorkspace } from './synced-workspace';
import {
  type FoundFile,
  hashOf,
  type Known,
  readFolder,
  type SyncState,
  textOfWorkflow,
  writeState,
  writeWorkflow,
} from './workflow-folder';

export interface PushOptions {
  publish: boolean;
  note?: string;
  delete: boolean;
  dryRun: boolean;
}

type Readable = Extract<FoundFile, { hash: string }>;

const refusal = (file: string, words: string): Outcome => ({ words: `${file}: ${words}`, isRefused: true });

/** Brings the workspace up to the folder: file by file, each with its outcome. */
export async function pushWorkflows(
  folder: string,
  state: SyncState,
  workspace: SyncedWorkspace,
  client: Client,
  options: PushOptions,
): Promise<Outcome[]> {
  const files = readFolder(folder);
  const workflows = await followRenames(
    state.workflows,
    files,
    async () => new Map((await workspace.list()).map(({ id, name }) => [id, name])),
  );
  const { workspaceId } = state;
  const idOf = new Map(Object.entries(workflows).map(([id, { file }]) => [file, id]));
  const outcomes: Outcome[] = [];
  const settle = async (file: string, act: () => Promise<string | null>): Promise<void> => {
    try {
      const words = await act();
      if (words !== null) outcomes.push({ words: `${file}: ${words}`, isRefused: false });
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof Refused)) throw error;
      outcomes.push(refusal(file, toMessage(error)));
    } finally {
      // After each one: what was saved is known even if the next one breaks off.
      if (!options.dryRun) writeState(folder, { ...state, workflows });
    }
  };
  for (const [file, found] of files) {
    const id = idOf.get(file);
    if ('problem' in found) outcomes.push({ words: found.problem, isRefused: true });
    else await settle(file, () => (id === undefined ? create(file, found) : change(id, file, found)));
  }
  for (const [id, { file }] of Object.entries(workflows))
    if (!files.has(file)) await settle(file, () => remove(id));
  return outcomes;

  async function create(file: string, { content, hash }: Readable): Promise<string> {
    if (options.dryRun) return 'would be created';
    const folderId = await workspace.folderOf(path.posix.dirname(file));
    const { data } = await client.call(createWorkflowEndpoint, {
      body: { workspaceId, ...content, folderId },
    });
    settleFile(data.id, file, hash, data.version, textOfWorkflow(data));
    return `created${await publish(data.id, data.version)}`;
  }

  async function change(id: string, file: string, { hash, content }: Readable): Promise<string | null> {
    const known = workflows[id] as Known;
    const movedFrom = state.workflows[id]?.file;
    const isMoved = movedFrom !== undefined && path.posix.dirname(movedFrom) !== path.posix.dirname(file);
    if (hash === known.hash && !isMoved) return null;
    const stored = await workspace.read(id);
    if (stored.hash === hash && !isMoved) {
      workflows[id] = { file, version: stored.version, hash };
      return null;
    }
    if (stored.hash !== known.hash || stored.version !== known.version) throw new Refused(stale(stored.name));
    if (options.dryRun) return 'would be saved';
    const version = await save(id, content, known.version, isMoved ? file : undefined);
    settleFile(id, file, hash, version, (await workspace.read(id)).text);
    return `saved${await publish(id, version)}`;
  }

  /** The file as it is stored: without credentials, with defaults that it didn't mention and with its schema. */
  function settleFile(id: string, file: string, hashHere: string, version: number, text: string): void {
    workflows[id] = { file, version, hash: hashOf(text) };
    const found = files.get(file);
    const namesSchema = found !== undefined && 'hash' in found && found.schemaUrl !== undefined;
    if (hashOf(text) === hashHere && namesSchema) return;
    writeWorkflow(folder, file, { text, found, schemaUrl: workspace.schemaUrl });
  }

  async function save(id: string, content: WorkflowFile, version: number, moved?: string): Promise<number> {
    const folderId =
      moved === undefined ? {} : { folderId: await workspace.folderOf(path.posix.dirname(moved)) };
    const body = { ...content, ...folderId, version };
    const saved = await refusingConflicts(content.name, () =>
      client.call(saveWorkflowEndpoint, { params: { id }, body }),
    );
    return saved.data.version;
  }

  async function publish(id: string, version: number): Promise<string> {
    if (!options.publish) return '';
    const body = { version, ...(options.note !== undefined && { note: options.note }) };
    try {
      const { data } = await client.call(publishWorkflowEndpoint, { params: { id }, body });
      return ` and published as version ${data.number}`;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw new Refused(`saved, but not published: ${toMessage(error)}`);
    }
  }

  async function remove(id: string): Promise<string> {
    if (!options.delete) return 'deleted here; --delete deletes the workflow';
    const { version, hash } = workflows[id] as Known;
    const isThere = (await workspace.list()).some((one) => one.id === id);
    if (isThere) {
      const stored = await workspace.read(id);
      if (stored.version !== version || stored.hash !== hash) throw new Refused(stale(stored.name));
      if (options.dryRun) return 'would be deleted in the workspace';
      await refusingConflicts(stored.name, () =>
        client.call(deleteWorkflowEndpoint, { params: { id }, query: { version } }),
      );
    }
    delete workflows[id];
    return 'deleted in the workspace';
  }
}

class Refused extends Error {}

/** Somebody was quicker, after its version was read here. */
async function refusingConflicts<T>(name: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'conflict') throw new Refused(stale(name));
    throw error;
  }
}

const stale = (name: string): string =>
  `"${name}" was changed in the workspace since the last pull; pull first`;

/** A refused document with each of its problems and where it stands. */
function toMessage(error: Error): string {
  const issues = error instanceof ApiError && error.problem.errors;
  if (!Array.isArray(issues)) return error.message;
  return [error.message, ...issues.map(({ param, message }) => `${param}: ${message}`)].join(' ');
}

/**
 * A missing file was renamed when a new one has its content, or else bears its workflow's name. `namesThere`
 * is asked only for what may have been renamed.
 */
async function followRenames(
  before: Readonly<Record<string, Known>>,
  files: ReadonlyMap<string, FoundFile>,
  namesThere: () => Promise<ReadonlyMap<string, string>>,
): Promise<Record<string, Known>> {
  const named = new Set(Object.values(before).map(({ file }) => file));
  const unnamed = [...files].filter(([file]) => !named.has(file));
  const isMissing = Object.values(before).some(({ file }) => !files.has(file));
  const names = isMissing && unnamed.length > 0 ? await namesThere() : new Map<string, string>();
  const take = (is: (found: Readable) => boolean): string | undefined => {
    const at = unnamed.findIndex(([, found]) => 'hash' in found && is(found));
    return at === -1 ? undefined : unnamed.splice(at, 1)[0]?.[0];
  };
  const after = { ...before };
  const missing = () => Object.entries(after).filter(([, { file }]) => !files.has(file));
  for (const sameAs of [
    (_: string, { hash }: Known) => take((found) => found.hash === hash),
    (id: string) => take((found) => found.content.name === names.get(id)),
  ])
    for (const [id, known] of missing()) after[id] = { ...known, file: sameAs(id, known) ?? known.file };
  return after;
}
