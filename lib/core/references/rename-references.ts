import { findReferences } from './find-references';
import type { WholeOutputs } from './whole-outputs';

/**
 * Points every reference to `fromSlug` at `toSlug`; all other text, also escaped references, stays as it is.
 * `blockSlugs`: the workflow's slugs, so that text inside another block's reference is left alone.
 */
export function renameReferences(
  text: string,
  fromSlug: string,
  toSlug: string,
  blockSlugs: Iterable<string> = [],
  whole: WholeOutputs = 'none',
): string {
  return renameAllReferences(text, new Map([[fromSlug, toSlug]]), new Set([...blockSlugs, fromSlug]), whole);
}

/** Does this for many blocks in one pass; `blockSlugs` includes those that are renamed. */
export function renameAllReferences(
  text: string,
  renames: ReadonlyMap<string, string>,
  blockSlugs: ReadonlySet<string>,
  whole: WholeOutputs = 'none',
): string {
  let renamed = '';
  let cursor = 0;
  for (const { slug, start, head } of findReferences(text, blockSlugs, whole)) {
    const toSlug = renames.get(slug);
    if (toSlug === undefined) continue;
    renamed += text.slice(cursor, start + 1) + toSlug;
    cursor = start + 1 + head.length;
  }
  return cursor === 0 ? text : renamed + text.slice(cursor);
}
