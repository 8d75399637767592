import {
  type AbstractType,
  applyUpdate,
  Doc,
  encodeStateAsUpdate,
  encodeStateVectorFromUpdate,
  mergeUpdates,
  Map as SharedMap,
  type Transaction,
} from 'yjs';
import { sameJson } from '../workflow/same-json';
import { type Block, BlockGroup, Edge, type WorkflowDocument } from '../workflow/schema';
import { keysOf, readValue } from './read-value';
import { repairDocument } from './repair-document';
import { requireCounts } from './require-counts';
import { readBlock, sharedBlock, writeBlock } from './shared-block';
import { compare, highest, readList, type StoredItem, writeList } from './shared-list';
import { RefusedUpdate, ROOTS } from './update-limits';

/** The parts of a workflow that people edit together. */
export interface SharedWorkflow {
  name: string;
  document: WorkflowDocument;
}

export type SharedDocument = ReturnType<typeof openSharedDocument>;

/** Creates a document with everything up to now in one update. */
export function newSharedDocument(workflow: SharedWorkflow): SharedDocument {
  const shared = openSharedDocument([]);
  shared.change(workflow);
  return shared;
}

/**
 * Does the first half of opening a shared document, for callers that do something else in between.
 * @throws Error for bytes that are no update
 */
export function joinUpdates(updates: readonly Uint8Array[]): Doc {
  const doc = new Doc();
  doc.transact(() => {
    for (const update of updates) applyUpdate(doc, update);
  });
  return doc;
}

/**
 * Opens a workflow as a Yjs document: simultaneous changes to copies of it merge to the same in each,
 * texts by character. Parts that are the same in `like` are that object.
 */
export function openSharedDocument(updates: readonly Uint8Array[] | Doc, like: SharedWorkflow = NOTHING) {
  const doc = updates instanceof Doc ? updates : joinUpdates(updates);
  const blocks = doc.getMap<unknown>('blocks');
  const edges = doc.getMap<StoredItem<Edge>>('edges');
  const groups = doc.getMap<StoredItem<BlockGroup>>('groups');
  const rest = doc.getMap<unknown>('workflow');
  /** Ids of blocks to be read again. */
  const stale = new Set<string>();
  const raw = new Map<string, Block>();
  let current = like;
  /** The stored workflow, with the conflicting parts that `current` is without. */
  let kept = like;
  let made: Uint8Array[] = [];

  function readBlocks(): Record<string, Block> {
    const before = current.document.blocks;
    for (const id of stale) {
      const block = readBlock(id, blocks.get(id), before[id]);
      if (block === null) raw.delete(id);
      else raw.set(id, block);
    }
    stale.clear();
    const ids = keysOf(blocks, before).filter((id) => raw.has(id));
    const isSame = ids.length === Object.keys(before).length && ids.every((id) => raw.get(id) === before[id]);
    return isSame ? before : Object.fromEntries(ids.map((id) => [id, raw.get(id) as Block]));
  }

  /** Returns undefined without groups: a document that never had one has no list of them. */
  function readGroups(before: BlockGroup[] | undefined): BlockGroup[] | undefined {
    const read = readList(groups, before ?? NO_GROUPS, parseGroup);
    return read.length === 0 ? undefined : read;
  }

  function readKept(): SharedWorkflow {
    const { document } = current;
    const [name, schemaVersion] = [rest.get('name'), rest.get('schemaVersion')];
    const settings = readValue(rest.get('settings'), document.settings) as WorkflowDocument['settings'];
    const { settings: _, groups: __, ...bare } = document;
    const grouped = readGroups(document.groups);
    const next = {
      ...bare,
      ...(settings === undefined ? {} : { settings }),
      ...(grouped === undefined ? {} : { groups: grouped }),
      schemaVersion: typeof schemaVersion === 'number' ? schemaVersion : document.schemaVersion,
      blocks: readBlocks(),
      edges: readList(edges, document.edges, parseEdge),
    };
    const isSame = KEYS.every((key) => next[key] === document[key]);
    return { name: typeof name === 'string' ? name : '', document: isSame ? document : next };
  }

  /** Returns the ids of blocks in the order they were made. */
  function order(): string[] {
    const placed = [...blocks.entries()].map(([id, block]) => [atOf(block), id] as const);
    return placed.sort(([a, left], [b, right]) => a - b || compare(left, right)).map(([, id]) => id);
  }

  /** True if the stored parts are all read. */
  const isReadWhole = (): boolean =>
    blocks.size === raw.size &&
    edges.size === idsOf(kept.document.edges).size &&
    groups.size === idsOf(kept.document.groups ?? NO_GROUPS).size &&
    [...rest.keys()].every((key) => OWN_KEYS.has(key)) &&
    [...doc.share.keys()].every((key) => ROOTS.has(key));

  function read(): SharedWorkflow {
    kept = readKept();
    current = { name: kept.name, document: repairDocument(kept.document, order()) };
    return current;
  }

  /**
   * Writes the differences from the stored workflow, not from the shown one: otherwise parts that were
   * left out would come back once the reason is gone, for example a name when the other block of that
   * name is removed.
   */
  function write(to: SharedWorkflow): Uint8Array | null {
    const from = kept;
    kept = to;
    current = to;
    return collect(() => {
      if (from.name !== to.name || !rest.has('name')) rest.set('name', to.name);
      writeRest(to.document);
      writeBlocks(from.document.blocks, to.document.blocks);
      writeList(edges, from.document.edges, to.document.edges);
      writeList(groups, from.document.groups ?? NO_GROUPS, to.document.groups ?? NO_GROUPS);
    });
  }

  /** Runs `work` and returns its changes as one update. */
  function collect(work: () => void): Uint8Array | null {
    made = [];
    doc.transact(work);
    const [only, ...others] = made;
    return others.length === 0 ? (only ?? null) : mergeUpdates(made);
  }

  function writeRest({ schemaVersion, settings }: WorkflowDocument) {
    if (rest.get('schemaVersion') !== schemaVersion) rest.set('schemaVersion', schemaVersion);
    if (sameJson(rest.get('settings'), settings)) return;
    if (settings === undefined) rest.delete('settings');
    else rest.set('settings', settings);
  }

  function writeBlocks(from: Record<string, Block>, to: Record<string, Block>) {
    if (from === to) return;
    for (const id of Object.keys(from)) if (!Object.hasOwn(to, id)) blocks.delete(id);
    let at: number | undefined;
    const nextAt = () => {
      at = at === undefined ? 1 + highest([...blocks.values()].map(atOf)) : at + 1;
      return at;
    };
    for (const [id, block] of Object.entries(to)) {
      const shared = blocks.get(id);
      if (!(shared instanceof SharedMap)) blocks.set(id, sharedBlock(block, nextAt()));
      else if (from[id] !== block) writeBlock(shared, block);
    }
  }

  for (const id of blocks.keys()) stale.add(id);
  read();
  // Not observed earlier, because Yjs makes the bytes of each update again for listeners.
  // Nor by `observeDeep`, which finds the place of each changed row by counting those before it.
  doc.on('afterTransaction', ({ changed }: Transaction) => {
    for (const [type, keys] of changed)
      for (const id of Object.is(type, blocks) ? keys : [keyInside(type, blocks)])
        if (id !== null) stale.add(id);
  });
  doc.on('update', (update: Uint8Array) => made.push(update));

  return {
    /** The workflow; every part that a change left alone is still the same object. */
    get current(): SharedWorkflow {
      return current;
    },
    /** Applies local changes. @returns the update for the others; null if nothing changed */
    change: (to: SharedWorkflow): Uint8Array | null => write(to),
    /**
     * Does the same for changes that nobody has checked yet. `guard` checks each part while `work` adds it: see
     * `guardIntegration`. @returns the new ones
     * @throws RefusedUpdate, TooManySteps, Error for bytes that are no update; the document is then not to be
     * used any more
     */
    applyUnchecked(updates: readonly Uint8Array[], guard: (work: () => void) => void): Uint8Array | null {
      const news = collect(() =>
        guard(() => {
          for (const update of updates) applyUpdate(doc, update);
        }),
      );
      if (news === null) return null;
      requireCounts(doc);
      read();
      if (!isReadWhole()) throw new RefusedUpdate('These edits hold a part that is not valid in a workflow.');
      return news;
    },
    /** False if it holds parts that `current` doesn't show, and that only take room. */
    get isReadWhole(): boolean {
      return isReadWhole();
    },
    /** Applies changes of others. @returns the new ones @throws Error for bytes that are no update */
    apply(updates: readonly Uint8Array[]): Uint8Array | null {
      const news = collect(() => {
        for (const update of updates) applyUpdate(doc, update);
      });
      if (news !== null) read();
      return news;
    },
    /** Removes what `current` leaves out from the stored workflow. @returns the update for the others */
    settle: (): Uint8Array | null => (kept.document === current.document ? null : write(current)),
    /** True if changes that others built on are missing. */
    get isIncomplete(): boolean {
      return doc.store.pendingStructs !== null || doc.store.pendingDs !== null;
    },
    /** Returns all of it as one update. */
    state: (): Uint8Array => encodeStateAsUpdate(doc),
    /** Returns what a copy with these updates lacks, and all that was removed. */
    beyond: (updates: readonly Uint8Array[]): Uint8Array =>
      encodeStateAsUpdate(doc, encodeStateVectorFromUpdate(mergeUpdates([...updates]))),
    destroy: () => doc.destroy(),
  };
}

const NO_GROUPS: BlockGroup[] = [];
const idsOf = (items: ReadonlyArray<{ id: string }>): Set<string> => new Set(items.map(({ id }) => id));
const parseEdge = (edge: unknown): Edge | null => Edge.safeParse(edge).data ?? null;
const parseGroup = (group: unknown): BlockGroup | null => BlockGroup.safeParse(group).data ?? null;

const NOTHING: SharedWorkflow = {
  name: '',
  document: { schemaVersion: 1, blocks: {}, edges: [], loops: {}, parallels: {} },
};
const KEYS = ['schemaVersion', 'blocks', 'edges', 'settings', 'groups'] as const;
/** The members of a workflow that are stored beside the lists. */
const OWN_KEYS: ReadonlySet<string> = new Set(['name', 'schemaVersion', 'settings']);

type Shared = Pick<AbstractType<never>, '_item'>;

/** Returns the key of the member of `map` that holds a type, however deep; null outside. */
function keyInside(type: Shared, map: SharedMap<unknown>): string | null {
  let item = type._item;
  while (item !== null && item.parent !== map) item = (item.parent as Shared | null)?._item ?? null;
  return item?.parentSub ?? null;
}

/** Returns the number that a block got when it was made. */
const atOf = (block: unknown): number => (block instanceof SharedMap ? Number(block.get('at')) || 0 : 0);

/** Merges updates into one. */
export const mergedUpdates = (updates: readonly Uint8Array[]): Uint8Array => mergeUpdates([...updates]);
