import path from 'node:path';
import type { WorkflowSummary } from '../core/workflow/schema';
import type { WorkflowFile } from '../core/workflow/workflow-file';
import { ApiError, type Client } from '../platform/http/client';
import { deleteWorkflowEndpoint } from '../services/removal/endpoints';
import { publishWorkflowEndpoint } from '../services/versions/endpoints';
import { putWorkflowEndpoint, saveWorkflowEndpoint } from '../services/workflows/endpoints';
import { externalIdOf, freeExternalId } from './external-id-of';
import { type FileNames, filesNamed } from './file-names';
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
  { workspace, client, names }: { workspace: SyncedWorkspace; client: Client; names: FileNames },
  options: PushOptions,
): Promise<Outcome[]> {
  const files = readFolder(folder);
  const workflows = await followRenames(
    state.workflows,
    files,
    async () => new Map((await workspace.list()).map(({ id, name }) => [id, name])),
  );
  const { workspaceId } = state;
  for (const [id, { file }] of Object.entries(workflows)) names.set(id, file);
  /** Created while what they name was not there yet: workflows that call each other, or themselves. */
  const unfinished: Array<[id: string, file: string, found: Readable]> = [];
  const idOf = new Map(Object.entries(workflows).map(([id, { file }]) => [file, id]));
  const there = await adopt([...files.keys()].filter((file) => !idOf.has(file)));
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
  for (const file of calledFirst(files)) {
    const found = files.get(file) as FoundFile;
    const id = idOf.get(file);
    if ('problem' in found) outcomes.push({ words: found.problem, isRefused: true });
    else await settle(file, () => (id === undefined ? create(file, found) : change(id, file, found)));
  }
  for (const [id, file, found] of unfinished) await settle(file, () => finish(id, file, found));
  for (const [id, { file }] of Object.entries(workflows))
    if (!files.has(file)) await settle(file, () => remove(id));
  return outcomes;

  /** Finds what the workspace has of new files by their external ids: another folder may have created it. */
  async function adopt(unknown: readonly string[]): Promise<WorkflowSummary[]> {
    if (unknown.length === 0) return [];
    const all = await workspace.list();
    for (const file of unknown) {
      const externalId = externalIdOf(file);
      const one = all.find((each) => each.externalId === externalId && names.fileOf(each.id) === undefined);
      if (one !== undefined) names.set(one.id, file);
    }
    return all;
  }

  async function create(file: string, found: Readable): Promise<string | null> {
    const { content, hash } = found;
    const before = there.find(({ id }) => names.fileOf(id) === file);
    const isTaken = (wanted: string) => there.some((one) => one.externalId === wanted);
    const externalId = before?.externalId ?? freeExternalId(file, isTaken);
    if (options.dryRun) return before === undefined ? 'would be created' : wouldTake(before.id, hash);
    const { document, missing } = names.inWorkspace(content.document);
    const unknown = missing.find((named) => !files.has(named));
    if (unknown !== undefined) throw new Refused(nothingAt(unknown));
    const folderId = await workspace.folderOf(path.posix.dirname(file));
    const body = { workspaceId, ...content, document, folderId };
    const { data, changed } = await client.call(putWorkflowEndpoint, { params: { externalId }, body });
    names.set(data.id, file);
    settleFile(data.id, file, hash, data.version, textInFile(data));
    if (missing.length > 0) unfinished.push([data.id, file, found]);
    const how = before === undefined ? 'created' : changed ? 'saved' : null;
    return how === null || missing.length > 0 ? how : `${how}${await publish(data.id, data.version)}`;
  }

  /** The workspace has one by this external id, which no file is known of yet. */
  async function wouldTake(id: string, hash: string): Promise<string | null> {
    return (await workspace.read(id)).hash === hash ? null : 'would be saved';
  }

  async function finish(id: string, file: string, { content }: Readable): Promise<string> {
    const version = await save(id, content, (workflows[id] as Known).version);
    const { text } = await workspace.read(id);
    settleFile(id, file, hashOf(text), version, text);
    return `saved${await publish(id, version)}`;
  }

  function textInFile(data: WorkflowFile): string {
    return textOfWorkflow({ ...data, document: names.inFiles(data.document) });
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
    const { document, missing } = names.inWorkspace(content.document);
    if (missing[0] !== undefined) throw new Refused(nothingAt(missing[0]));
    const body = { ...content, document, ...folderId, version };
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

const nothingAt = (file: string): string => `it names ${file}, which is not there`;

/** The files in an order in which those that others name come first, where that is possible. */
function calledFirst(files: ReadonlyMap<string, FoundFile>): string[] {
  const ordered = new Set<string>();
  const begun = new Set<string>();
  const visit = (file: string): void => {
    const found = files.get(file);
    if (found === undefined || begun.has(file)) return;
    begun.add(file);
    if ('hash' in found) for (const named of filesNamed(found.content.document)) visit(named);
    ordered.add(file);
  };
  for (const file of files.keys()) visit(file);
  return [...ordered];
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
