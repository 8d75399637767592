import { findReferences } from './find-references';
import type { Step } from './grammar';
import { RESERVED_HEADS, RUN_VARIABLES } from './slug';

/** Stands for the index of whichever item an iteration is about. */
export const ANY_INDEX = Symbol('any index');
export type OpenStep = Step | typeof ANY_INDEX;

/** What a reference reads: a block's output, or a variable of the run. */
export interface ReadPlace {
  slug: string;
  path: readonly OpenStep[];
}

export interface ScopedBlock {
  type: string;
  parentId?: string | undefined;
  config: Readonly<Record<string, unknown>>;
}

/** Of a type whose blocks run others once for each item. */
export interface ContainerKind {
  /** `loop` of `<loop.item>`. */
  kind: string;
  itemsField?: string | undefined;
}

export interface ReferenceScope {
  blocks: Readonly<Record<string, ScopedBlock>>;
  slugs: ReadonlySet<string>;
  containerKind: (type: string) => ContainerKind | undefined;
}

const MOST_AROUND = 20;

/** Where a reference stands. */
export interface Reader {
  block: ScopedBlock | undefined;
  /** Of the block's config. */
  field: string;
}

/**
 * The places that a reference in a field of a block reads: of `<loop.item.price>` the items of the container
 * around it, as deep as that goes. None where it reads nothing of another block, as `<loop.index>`.
 */
export function placesRead(
  scope: ReferenceScope,
  { block, field: fieldOfReader }: Reader,
  { slug, path }: ReadPlace,
  depth = 0,
): ReadPlace[] {
  if (!RESERVED_HEADS.has(slug) || slug === RUN_VARIABLES) return [{ slug, path }];
  const isItems = block !== undefined && scope.containerKind(block.type)?.itemsField === fieldOfReader;
  const container = containerAround(scope, isItems ? outsideOf(scope, block) : block, slug);
  const field = container && scope.containerKind(container.type)?.itemsField;
  const items = field === undefined ? undefined : container?.config[field];
  // What an iteration has in all holds its item.
  const isItem = path.length === 0 || path[0] === 'item';
  if (!isItem || field === undefined || typeof items !== 'string' || depth >= MOST_AROUND) return [];
  return findReferences(items, scope.slugs, 'lone').flatMap((reference) => {
    const isLone = items.trim().length === reference.end - reference.start;
    // Of a list that is written out, only that its items hold the value.
    const inside: OpenStep[] = isLone ? [ANY_INDEX, ...path.slice(1)] : [];
    const place = { slug: reference.slug, path: [...reference.path, ...inside] };
    return placesRead(scope, { block: container, field }, place, depth + 1);
  });
}

const outsideOf = ({ blocks }: ReferenceScope, { parentId }: ScopedBlock): ScopedBlock | undefined =>
  parentId === undefined ? undefined : blocks[parentId];

/** The innermost of that kind around a block, or the block itself: its own fields may name its items. */
function containerAround(
  scope: ReferenceScope,
  block: ScopedBlock | undefined,
  kind: string,
): ScopedBlock | undefined {
  let around = block;
  for (let depth = 0; around !== undefined && depth < MOST_AROUND; depth += 1) {
    if (scope.containerKind(around.type)?.kind === kind) return around;
    around = outsideOf(scope, around);
  }
  return undefined;
}
