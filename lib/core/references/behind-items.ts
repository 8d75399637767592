import { findReferences } from './find-references';
import type { Reference, Step } from './grammar';
import { RESERVED_HEADS, RUN_VARIABLES } from './slug';

/** Stands for the index of any item that an iteration works on. */
export const ANY_INDEX = Symbol('any index');
export type OpenStep = Step | typeof ANY_INDEX;

/** A place that a reference reads: a block's output, or a variable of the run. */
export interface ReadPlace {
  slug: string;
  path: readonly OpenStep[];
}

export interface ScopedBlock {
  type: string;
  parentId?: string | undefined;
  config: Readonly<Record<string, unknown>>;
}

/** A block type that runs other blocks once for each item. */
export interface ContainerKind {
  /** The head of its references: `loop` in `<loop.item>`. */
  kind: string;
  itemsField?: string | undefined;
}

export interface ReferenceScope {
  blocks: Readonly<Record<string, ScopedBlock>>;
  slugs: ReadonlySet<string>;
  containerKind: (type: string) => ContainerKind | undefined;
}

const MOST_AROUND = 20;

/** The position of a reference. */
export interface Reader {
  block: ScopedBlock | undefined;
  /** The field of the block's config. */
  field: string;
}

/**
 * Returns the places that a reference in a field of a block reads: for `<loop.item.price>` the items of
 * the container around it, through all levels. Empty if it reads nothing of another block, as
 * `<loop.index>`. Items that name outer items many times, at many levels, are read once for a scope: then
 * the same list is returned again.
 */
export function placesRead(scope: ReferenceScope, reader: Reader, place: ReadPlace): readonly ReadPlace[] {
  return follow(scope, reader, place, 0);
}

function follow(
  scope: ReferenceScope,
  { block, field: fieldOfReader }: Reader,
  { slug, path }: ReadPlace,
  depth: number,
): readonly ReadPlace[] {
  if (!RESERVED_HEADS.has(slug) || slug === RUN_VARIABLES) return [{ slug, path }];
  const isItems = block !== undefined && scope.containerKind(block.type)?.itemsField === fieldOfReader;
  const container = containerAround(scope, isItems ? outsideOf(scope, block) : block, slug);
  const field = container && scope.containerKind(container.type)?.itemsField;
  const items = field === undefined ? undefined : container?.config[field];
  // The values of an iteration as a whole contain its item.
  const isItem = path.length === 0 || path[0] === 'item';
  if (!isItem || field === undefined || typeof items !== 'string' || depth >= MOST_AROUND) return [];
  const known = itemsOf(scope, container as ScopedBlock, items);
  const [only] = known.references;
  const isLone = only !== undefined && items.trim().length === only.end - only.start;
  // If a list is written out, it is only known that its items contain the value.
  const inside: OpenStep[] = isLone ? [ANY_INDEX, ...path.slice(1)] : [];
  const key = textOf(inside);
  const before = known.places.get(key);
  if (before !== undefined) return before;
  // Containers that are inside each other, which can't be saved, end here.
  known.places.set(key, []);
  const found = new Map<string, ReadPlace>();
  const followed = new Set<readonly ReadPlace[]>();
  for (const reference of known.references) {
    const next = { slug: reference.slug, path: [...reference.path, ...inside] };
    const places = follow(scope, { block: container, field }, next, depth + 1);
    if (followed.has(places)) continue;
    followed.add(places);
    for (const place of places) found.set(`${place.slug} ${textOf(place.path)}`, place);
  }
  const places = [...found.values()];
  known.places.set(key, places);
  return places;
}

interface KnownItems {
  references: readonly Reference[];
  /** The places that the items read, by what is read of an item. */
  places: Map<string, readonly ReadPlace[]>;
}

const knownItems = new WeakMap<ReferenceScope, Map<ScopedBlock, KnownItems>>();

function itemsOf(scope: ReferenceScope, container: ScopedBlock, items: string): KnownItems {
  const ofScope = knownItems.get(scope) ?? new Map<ScopedBlock, KnownItems>();
  knownItems.set(scope, ofScope);
  const known = ofScope.get(container) ?? {
    references: findReferences(items, scope.slugs, 'lone'),
    places: new Map(),
  };
  ofScope.set(container, known);
  return known;
}

const textOf = (path: readonly OpenStep[]): string =>
  JSON.stringify(path.map((step) => (step === ANY_INDEX ? null : step)));

const outsideOf = ({ blocks }: ReferenceScope, { parentId }: ScopedBlock): ScopedBlock | undefined =>
  parentId === undefined ? undefined : blocks[parentId];

/** Returns the innermost container of that kind around a block, or the block whose fields name its items. */
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
