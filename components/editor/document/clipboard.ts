import { z } from 'zod';
import { slugOf } from '@/lib/core/references/slug';
import {
  FIRST_SCHEMA_VERSION,
  isNewer,
  migrateDocument,
  newerDocumentWords,
} from '@/lib/core/workflow/migrate-document';
import { Block, BlockGroup, Edge, type WorkflowDocument } from '@/lib/core/workflow/schema';
import { FreeNames } from './block-names';
import { GRID_PX } from './block-size';
import { definitionOf } from './definition-of';
import { renameInConfig } from './edit-blocks';
import { isContainer, makeRoomForFrames, outermost, placeInside, placeOnCanvas, withMembers } from './frames';
import type { Point } from './geometry';
import { copiedGroups, groupsWithin } from './groups';
import { shortId } from './short-id';
import { whyTooMany, whyTooManyOfType } from './size-limits';

const MARK = 'millrace/blocks';

/** The clipboard's content after copying, as JSON; a whole workflow can be pasted too. */
export const Clip = z.object({
  kind: z.literal(MARK),
  schemaVersion: z.int().default(FIRST_SCHEMA_VERSION),
  blocks: z.array(Block),
  edges: z.array(Edge),
  groups: z.array(BlockGroup).optional(),
});
export type Clip = z.infer<typeof Clip>;

const PastedDocument = z.object({
  schemaVersion: z.int().default(FIRST_SCHEMA_VERSION),
  blocks: z.record(z.string(), Block),
  edges: z.array(Edge),
  groups: z.array(BlockGroup).optional(),
});

/** Copies blocks and their members. Blocks of different containers keep their positions on the canvas. */
export function copyBlocks(document: WorkflowDocument, ids: ReadonlySet<string>): Clip {
  const all = withMembers(document, ids);
  const outer = new Set(outermost(document, ids));
  const parents = new Set(Array.from(outer, (id) => document.blocks[id]?.parentId));
  const blocks = Object.values(document.blocks).flatMap((block) => {
    if (!all.has(block.id)) return [];
    if (parents.size < 2 || !outer.has(block.id)) return [block];
    const { parentId: _, ...bare } = block;
    return [{ ...bare, position: placeOnCanvas(document, block.id) }];
  });
  const groups = groupsWithin(document, all);
  return {
    kind: MARK,
    schemaVersion: document.schemaVersion,
    ...(groups.length === 0 ? {} : { groups }),
    blocks,
    edges: document.edges.filter((edge) => all.has(edge.source) && all.has(edge.target)),
  };
}

/** Returns the blocks of a clip that are not inside another of its blocks. */
export function outermostOf({ blocks }: Clip): Clip['blocks'] {
  const ids = new Set(blocks.map(({ id }) => id));
  return blocks.filter(({ parentId }) => parentId === undefined || !ids.has(parentId));
}

/** Parses a clip; null if the text is something else, for example ordinary text. */
export function parseClip(text: string): Clip | null {
  if (!text.trimStart().startsWith('{')) return null;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null; // Not JSON: an ordinary text that happens to start with a brace.
  }
  const clip = Clip.safeParse(json);
  if (clip.success) return migrateClip(clip.data);
  // An exported file has the document beside the workflow's name.
  const isFile = typeof json === 'object' && json !== null && 'document' in json;
  const document = PastedDocument.safeParse(isFile ? (json as { document: unknown }).document : json);
  return document.success
    ? migrateClip({ kind: MARK, ...document.data, blocks: Object.values(document.data.blocks) })
    : null;
}

/** Migrates blocks copied by an older version to the current schema. */
function migrateClip(clip: Clip): Clip {
  const byPlace = Object.fromEntries(clip.blocks.map((block, place) => [`${place}`, block]));
  const { schemaVersion, blocks } = migrateDocument({ ...clip, blocks: byPlace });
  return { ...clip, schemaVersion, blocks: Object.values(blocks) };
}

export interface Pasted {
  document: WorkflowDocument;
  ids: string[];
  /** The reasons that blocks were left out. */
  refused: string[];
}

/** The place for a clip's upper left corner, in a container relative to that container's corner. */
export interface PasteSpot {
  point: Point;
  parentId?: string | undefined;
}

/**
 * Adds copies of the clip's blocks with fresh ids and free names; references among them follow the new
 * names. They are placed one grid step beside the originals unless `at` is given.
 */
export function pasteBlocks(document: WorkflowDocument, clip: Clip, at?: PasteSpot): Pasted {
  if (isNewer(clip)) return { document, ids: [], refused: [newerDocumentWords(clip.schemaVersion)] };
  const tooMany = whyTooMany(document, { blocks: clip.blocks.length, edges: clip.edges.length });
  if (tooMany !== null) return { document, ids: [], refused: [tooMany] };
  const offset = pasteOffset(clip, at?.point);
  const outer = new Set(outermostOf(clip));
  const renames = new Map<string, string>();
  const newIds = new Map<string, string>();
  const refused: string[] = [];
  // The old slugs count as taken, so that one rename never affects another's result.
  const oldSlugs = new Set(clip.blocks.map((block) => slugOf(block.name)));
  const names = new FreeNames(document, oldSlugs);
  const blocks = { ...document.blocks };
  const result = { ...document, blocks };
  for (const block of clip.blocks) {
    const definition = definitionOf(block.type);
    const refusal =
      definition === undefined ? `Unknown block “${block.type}”.` : whyTooManyOfType(result, definition);
    if (refusal !== null) {
      refused.push(refusal);
      continue;
    }
    const id = shortId();
    const isFree = names.isFree(block.name);
    const name = isFree ? block.name : names.instead(block.name);
    names.take(name);
    if (!isFree) renames.set(slugOf(block.name), slugOf(name));
    newIds.set(block.id, id);
    const position = outer.has(block)
      ? { x: block.position.x + offset.x, y: block.position.y + offset.y }
      : block.position;
    blocks[id] = { ...block, id, name, position };
  }
  const pasted = finishPaste(result, clip, newIds, renames);
  const inPlace = putIntoContainers(pasted, { document, clip, newIds, at });
  return { document: makeRoomForFrames(document, inPlace), ids: [...newIds.values()], refused };
}

/**
 * Puts copies into the copy of their container; the outermost ones into the container they are pasted in,
 * else into that of the originals.
 */
function putIntoContainers(
  pasted: WorkflowDocument,
  from: {
    document: WorkflowDocument;
    clip: Clip;
    newIds: ReadonlyMap<string, string>;
    at: PasteSpot | undefined;
  },
): WorkflowDocument {
  const { document, clip, newIds, at } = from;
  const outer = new Set(outermostOf(clip));
  const blocks = { ...pasted.blocks };
  for (const block of clip.blocks) {
    const copy = blocks[newIds.get(block.id) ?? ''];
    if (copy === undefined) continue;
    const { parentId: own, ...bare } = copy;
    const wanted = outer.has(block)
      ? at === undefined
        ? own
        : at.parentId
      : newIds.get(block.parentId ?? '');
    const starts = definitionOf(block.type)?.hasInput === false;
    const container = outer.has(block) ? document.blocks[wanted ?? ''] : blocks[wanted ?? ''];
    const isInside = !starts && isContainer(container);
    blocks[copy.id] = isInside
      ? {
          ...bare,
          parentId: wanted!,
          position: outer.has(block) ? placeInside(copy.position) : copy.position,
        }
      : bare;
  }
  const edges = pasted.edges.filter(
    ({ source, target }) => blocks[source]?.parentId === blocks[target]?.parentId,
  );
  return { ...pasted, blocks, edges };
}

function finishPaste(
  document: WorkflowDocument,
  clip: Clip,
  newIds: ReadonlyMap<string, string>,
  renames: ReadonlyMap<string, string>,
): WorkflowDocument {
  const blocks = { ...document.blocks };
  const slugs = new Set(clip.blocks.map((block) => slugOf(block.name)));
  for (const id of newIds.values()) {
    const block = blocks[id];
    if (block !== undefined) blocks[id] = { ...block, config: renameInConfig(block, { to: renames, slugs }) };
  }
  const edges = clip.edges.flatMap((edge) => {
    const source = newIds.get(edge.source);
    const target = newIds.get(edge.target);
    return source === undefined || target === undefined ? [] : [{ ...edge, id: shortId(), source, target }];
  });
  const groups = [...(document.groups ?? []), ...copiedGroups(clip.groups ?? [], newIds)];
  const grouped = groups.length === 0 ? {} : { groups };
  return { ...document, ...grouped, blocks, edges: [...document.edges, ...edges] };
}

function pasteOffset(clip: Clip, at: Point | undefined): Point {
  if (at === undefined) return { x: 2 * GRID_PX, y: 2 * GRID_PX };
  const outer = outermostOf(clip);
  const left = Math.min(...outer.map((block) => block.position.x));
  const top = Math.min(...outer.map((block) => block.position.y));
  return { x: Math.round(at.x - left), y: Math.round(at.y - top) };
}
