import { externalIdOf } from './external-id-of';
import { done, hashIn, type KeptSet, keptIn, refused, type There } from './kept-set';
import type { Outcome, PullOptions } from './pull-workflows';
import {
  hashOf,
  type KeptFile,
  readKeptFiles,
  removeFromFolder,
  type SyncState,
  writeInFolder,
  writeState,
} from './workflow-folder';

/** Brings the files of a set up to the workspace. What changed on both sides is refused, one at a time. */
export async function pullKept(
  folder: string,
  state: SyncState,
  { set, there }: { set: KeptSet; there: readonly There[] },
  options: PullOptions,
): Promise<Outcome[]> {
  const files = keptIn(set, readKeptFiles(folder));
  const before = state.kept ?? {};
  const next: Record<string, KeptFile> = { ...before };
  const outcomes: Outcome[] = [];
  const note = (outcome: Outcome | null): void => {
    if (outcome !== null) outcomes.push(outcome);
  };
  try {
    for (const one of there) note(pullOne(one));
    const present = new Set(there.map(({ key }) => key));
    for (const [key, known] of Object.entries(before))
      if (set.takes(known.file) && !present.has(key)) note(dropOne(key, known));
    return outcomes;
  } finally {
    if (!options.dryRun) writeState(folder, { ...state, kept: next });
  }

  function pullOne(one: There): Outcome | null {
    const hash = hashOf(one.text);
    const named = new Set(Object.values(next).map(({ file }) => file));
    const isTaken = (file: string) =>
      named.has(file) ||
      (files.has(file) && hashIn(files.get(file)) !== hash && externalIdOf(file) !== one.externalId);
    const file = before[one.key]?.file ?? set.fileFor(one, isTaken);
    set.named?.(one, file);
    // A file that is there without having been pulled may say something else.
    const known = before[one.key] ?? (files.has(file) ? { hash: '' } : undefined);
    const here = hashIn(files.get(file));
    const isOurs = known !== undefined && here !== known.hash;
    if (here === hash) {
      next[one.key] = { file, hash };
      return null;
    }
    if (isOurs && options.side !== 'theirs') {
      const how = files.has(file) ? 'changed' : 'deleted';
      if (hash === known.hash) return done(`${file}: ${how} here; push sends it`);
      if (options.side !== 'ours')
        return refused(
          `${file}: ${how} here, and "${one.name}" was changed in the workspace; ` +
            '--theirs takes the workspace’s, --ours keeps yours',
        );
      next[one.key] = { file, hash };
      return done(`${file}: kept; push replaces the workspace’s changes`);
    }
    if (!options.dryRun) writeInFolder(folder, file, one.text);
    next[one.key] = { file, hash };
    return done(`${file}: ${files.has(file) ? 'updated' : 'written'}`);
  }

  function dropOne(key: string, { file, hash }: KeptFile): Outcome | null {
    if (set.remove === undefined) return null;
    const isOurs = files.has(file) && hashIn(files.get(file)) !== hash;
    if (isOurs && options.side === undefined)
      return refused(
        `${file}: changed here, but deleted in the workspace; --theirs --delete deletes it, --ours keeps it`,
      );
    if (files.has(file) && options.side !== 'ours') {
      if (!options.delete) return done(`${file}: deleted in the workspace; --delete deletes the file`);
      if (!options.dryRun) removeFromFolder(folder, file);
    }
    delete next[key];
    return done(options.side === 'ours' ? `${file}: kept; push creates it again` : `${file}: deleted`);
  }
}
