import type { WorkflowSummary } from '../core/workflow/schema';
import { externalIdOf } from './external-id-of';
import type { FileNames } from './file-names';
import type { Stored, SyncedWorkspace } from './synced-workspace';
import {
  type FoundFile,
  freePath,
  readFolder,
  removeFromFolder,
  type SyncState,
  writeState,
  writeWorkflow,
} from './workflow-folder';

export interface PullOptions {
  /** Which side holds where both changed; without it such a workflow is refused. */
  side?: 'theirs' | 'ours';
  delete: boolean;
  dryRun: boolean;
}

/** A line for each workflow that isn't the same on both sides. */
export interface Outcome {
  words: string;
  isRefused: boolean;
}

const done = (words: string): Outcome => ({ words, isRefused: false });
const refused = (words: string): Outcome => ({ words, isRefused: true });

/** Brings the folder up to the workspace. What changed on both sides is refused, one workflow at a time. */
export async function pullWorkflows(
  folder: string,
  state: SyncState,
  { workspace, names }: { workspace: SyncedWorkspace; names: FileNames },
  options: PullOptions,
): Promise<Outcome[]> {
  const files = readFolder(folder);
  const next: SyncState = { ...state, workflows: { ...state.workflows } };
  const outcomes: Outcome[] = [];
  const summaries = await workspace.list();
  try {
    // All have their names before any is written, because they name each other.
    for (const summary of summaries)
      names.set(summary.id, state.workflows[summary.id]?.file ?? (await newPath(summary)));
    for (const { id } of summaries) {
      const outcome = pullOne(await workspace.read(id), names.fileOf(id) as string);
      if (outcome !== null) outcomes.push(outcome);
    }
    const present = new Set(summaries.map(({ id }) => id));
    for (const id of Object.keys(state.workflows)) if (!present.has(id)) outcomes.push(dropOne(id));
    return outcomes;
  } finally {
    // Also when it stops in the middle: the files that were written until then are known.
    if (!options.dryRun) writeState(folder, next);
  }

  async function newPath({ id, name, folderId, externalId }: WorkflowSummary): Promise<string> {
    const { hash } = await workspace.read(id);
    const isTaken = (file: string) =>
      names.idOf(file) !== undefined ||
      (files.has(file) && hashIn(files.get(file)) !== hash && externalIdOf(file) !== externalId);
    return freePath(await workspace.directoryOf(folderId), name, isTaken);
  }

  function pullOne(stored: Stored, file: string): Outcome | null {
    // A file that is there without having been pulled may say something else.
    const known = state.workflows[stored.id] ?? (files.has(file) ? NEVER_THE_SAME : undefined);
    const here = hashIn(files.get(file));
    const isTheirs = known === undefined || stored.hash !== known.hash;
    const isOurs = known !== undefined && here !== known.hash;
    const both = { file, version: stored.version, hash: stored.hash };
    if (here === stored.hash) {
      next.workflows[stored.id] = both;
      return null;
    }
    if (isOurs && options.side !== 'theirs') {
      const how = files.has(file) ? 'changed' : 'deleted';
      if (!isTheirs) return done(`${file}: ${how} here; push sends it`);
      if (options.side !== 'ours')
        return refused(
          `${file}: ${how} here, and "${stored.name}" was changed in the workspace; ` +
            '--theirs takes the workspace’s, --ours keeps yours',
        );
      next.workflows[stored.id] = both;
      return done(`${file}: kept; push replaces the workspace’s changes`);
    }
    const { schemaUrl } = workspace;
    if (!options.dryRun)
      writeWorkflow(folder, file, { text: stored.text, found: files.get(file), schemaUrl });
    // Only now: a file that could not be written is not known.
    next.workflows[stored.id] = both;
    return done(`${file}: ${files.has(file) ? 'updated' : 'written'}`);
  }

  function dropOne(id: string): Outcome {
    const { file, hash } = state.workflows[id] as SyncState['workflows'][string];
    const isOurs = files.has(file) && hashIn(files.get(file)) !== hash;
    if (isOurs && options.side === undefined)
      return refused(
        `${file}: changed here, but deleted in the workspace; --theirs --delete deletes it, --ours keeps it`,
      );
    if (files.has(file) && options.side !== 'ours') {
      if (!options.delete) return done(`${file}: deleted in the workspace; --delete deletes the file`);
      if (!options.dryRun) removeFromFolder(folder, file);
    }
    delete next.workflows[id];
    return done(options.side === 'ours' ? `${file}: kept; push creates it again` : `${file}: deleted`);
  }
}

const NEVER_THE_SAME = { hash: '' };

const hashIn = (found: FoundFile | undefined): string | null =>
  found === undefined ? null : 'hash' in found ? found.hash : 'unreadable';
