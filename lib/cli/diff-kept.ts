import { sameJson } from '../core/workflow/same-json';
import { externalIdOf } from './external-id-of';
import { fieldWords } from './field-words';
import { type FoundKept, type KeptSet, keptIn, listed, type There } from './kept-set';
import type { KeptFile } from './workflow-folder';

interface Folder {
  files: ReadonlyMap<string, string>;
  /** What its state knows. */
  kept: Readonly<Record<string, KeptFile>>;
}

/** Returns in lines how the files of a set differ from the workspace. None if they are in step. */
export async function diffKept(set: KeptSet, { files: all, kept }: Folder): Promise<string[]> {
  const files = keptIn(set, all);
  const there = await listed(set);
  // What the key may not read is left out, as by a pull.
  if (!Array.isArray(there)) return files.size === 0 ? [] : [`${set.what}: ${there.message}`];
  const known = new Set(Object.values(kept).map(({ file }) => file));
  const isTaken = (file: string) => all.has(file) || known.has(file);
  const lines: string[] = [];
  for (const one of there) {
    const file = kept[one.key]?.file ?? [...files.keys()].find((each) => !known.has(each) && isOf(each, one));
    if (file !== undefined) set.named?.(one, file);
    const found = file === undefined ? undefined : files.get(file);
    if (file !== undefined) files.delete(file);
    if (file === undefined || found === undefined)
      lines.push(`${file ?? set.fileFor(one, isTaken)}: in the workspace only`);
    else lines.push(...fileLines(file, found, one));
  }
  for (const [file, found] of files)
    lines.push('problem' in found ? found.problem : `${file}: in the folder only`);
  return lines;
}

/** True if a push would take the file for this one, though it never pushed it. */
const isOf = (file: string, { key, externalId }: There): boolean =>
  file === key || (externalId !== null && externalIdOf(file) === externalId);

function fileLines(file: string, found: FoundKept, there: There): string[] {
  if ('problem' in found) return [found.problem];
  const [before, after] = [there.text, found.text].map((text) => JSON.parse(text) as Record<string, unknown>);
  const paths = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const changes = [...paths].filter((path) => !sameJson(before?.[path], after?.[path]));
  const words = changes.map((path) => fieldWords({ path, before: before?.[path], after: after?.[path] }));
  return words.length === 0 ? [] : [file, ...words.map((line) => `  ${line}`)];
}
