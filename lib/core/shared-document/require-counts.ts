import type { Doc } from 'yjs';
import { MAX_BLOCKS, MAX_EDGES, MAX_GROUPS } from '../workflow/schema';
import { RefusedUpdate } from './update-limits';

const LIMITS = [
  { root: 'blocks', most: MAX_BLOCKS, what: 'blocks' },
  { root: 'edges', most: MAX_EDGES, what: 'connections' },
  { root: 'groups', most: MAX_GROUPS, what: 'groups' },
] as const;

/** Refuses more than a workflow has, before it is read and put right. @throws RefusedUpdate */
export function requireCounts(doc: Doc): void {
  for (const { root, most, what } of LIMITS) {
    const { size } = doc.getMap(root);
    if (size > most)
      throw new RefusedUpdate(`At most ${most.toLocaleString('en')} ${what}; this has ${size}.`);
  }
}
