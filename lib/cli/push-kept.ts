import { ApiError } from '../platform/http/client';
import { done, type FoundKept, type KeptSet, keptIn, RefusedFile, refused, type There } from './kept-set';
import type { Outcome } from './pull-workflows';
import type { PushOptions } from './push-workflows';
import {
  hashOf,
  type KeptFile,
  readKeptFiles,
  type SyncState,
  writeInFolder,
  writeState,
} from './workflow-folder';

type Readable = Extract<FoundKept, { hash: string }>;

/** Brings a set of the workspace up to the folder: file by file, each with its outcome. */
export async function pushKept(
  folder: string,
  state: SyncState,
  { set, there: listed }: { set: KeptSet; there: readonly There[] },
  options: Pick<PushOptions, 'delete' | 'dryRun'>,
): Promise<Outcome[]> {
  const files = keptIn(set, readKeptFiles(folder));
  const kept: Record<string, KeptFile> = { ...state.kept };
  const there = new Map(listed.map((one) => [one.key, one]));
  const mine = Object.entries(kept).filter(([, { file }]) => set.takes(file));
  const keyOf = new Map(mine.map(([key, { file }]) => [file, key]));
  const outcomes: Outcome[] = [];
  for (const [file, found] of files)
    await settle(file, async () => {
      if ('problem' in found) throw new RefusedFile(found.problem);
      return push(file, found, keyOf.get(file));
    });
  for (const [key, known] of mine)
    if (!files.has(known.file)) await settle(known.file, () => remove(key, known));
  return outcomes;

  async function settle(file: string, act: () => Promise<Outcome[]>): Promise<void> {
    try {
      outcomes.push(...(await act()));
    } catch (error) {
      if (error instanceof ApiError) outcomes.push(refused(`${file}: ${wordsOf(error)}`));
      else if (error instanceof RefusedFile) outcomes.push(refused(error.message));
      else throw error;
    } finally {
      // After each one: what was sent is known even if the next one breaks off.
      if (!options.dryRun) writeState(folder, { ...state, kept });
    }
  }

  async function push(file: string, { text, hash }: Readable, key: string | undefined): Promise<Outcome[]> {
    const known = key === undefined ? undefined : kept[key];
    const stored = key === undefined ? undefined : there.get(key);
    const isDue = known?.hash !== hash;
    if (!isDue && !set.isAlwaysSent(file)) return [];
    if (known !== undefined && stored === undefined && set.remove !== undefined)
      throw new RefusedFile(`${file}: deleted in the workspace since the last pull; pull first`);
    if (stored !== undefined && isDue) {
      const hashThere = hashOf(stored.text);
      if (hashThere !== hash && hashThere !== known?.hash)
        throw new RefusedFile(
          `${file}: "${stored.name}" was changed in the workspace since the last pull; pull first`,
        );
    }
    const isCommon = stored !== undefined && hashOf(stored.text) === known?.hash;
    const sent = await set.send(file, text, { there: stored, isCommon });
    if (sent.stored !== undefined && !options.dryRun) {
      kept[sent.stored.key] = { file, hash: hashOf(sent.stored.text) };
      if (sent.stored.text !== text) writeInFolder(folder, file, sent.stored.text);
    }
    return sent.outcomes;
  }

  async function remove(key: string, { file, hash }: KeptFile): Promise<Outcome[]> {
    if (set.remove === undefined) return [];
    const stored = there.get(key);
    if (stored === undefined) {
      delete kept[key];
      return [];
    }
    if (!options.delete) return [done(`${file}: deleted here; --delete deletes it in the workspace`)];
    if (hashOf(stored.text) !== hash)
      throw new RefusedFile(
        `${file}: "${stored.name}" was changed in the workspace since the last pull; pull first`,
      );
    if (options.dryRun) return [done(`${file}: would be deleted in the workspace`)];
    await set.remove(stored);
    delete kept[key];
    return [done(`${file}: deleted in the workspace`)];
  }
}

/** A refused file with each of its problems. */
function wordsOf(error: ApiError): string {
  const issues = error.problem.errors ?? [];
  const words = issues
    .map(({ param, message }) => `${param}: ${message}`)
    .filter((each) => each !== error.message);
  return [error.message, ...words].join(' ');
}
