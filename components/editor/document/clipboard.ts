import { z } from 'zod';
import { slugOf } from '@/lib/core/references/slug';
import {
  FIRST_SCHEMA_VERSION,
  isNewer,
  migrateDocument,
  newerDocumentWords,
} from '@/lib/core/workflow/migrate-document';
import { Block, Edge, type WorkflowDocument } from '@/lib/core/workflow/schema';
import { uniqueBlockName } from './block-names';
import { GRID_PX } from './block-size';
import { definitionOf } from './definition-of';
import { type Point, renameInConfig } from './edit-blocks';
import { refuseBlockType } from './insert-block';
import { shortId } from './short-id';

const MARK = 'millrace/blocks';

/** What copying puts on the clipboard, as JSON; a whole workflow document can be pasted too. */
export const Clip = z.object({
  kind: z.literal(MARK),
  schemaVersion: z.int().default(FIRST_SCHEMA_VERSION),
  blocks: z.array(Block),
  edges: z.array(Edge),
});
export type Clip = z.infer<typeof Clip>;

const PastedDocument = z.object({
  schemaVersion: z.int().default(FIRST_SCHEMA_VERSION),
  blocks: z.record(z.string(), Block),
  edges: z.array(Edge),
});

export function copyBlocks(document: WorkflowDocument, ids: ReadonlySet<string>): Clip {
  return {
    kind: MARK,
    schemaVersion: document.schemaVersion,
    blocks: Object.values(document.blocks).filter((block) => ids.has(block.id)),
    edges: document.edges.filter((edge) => ids.has(edge.source) && ids.has(edge.target)),
  };
}

/** Null when the text isn't blocks of ours; it is then somebody's ordinary text. */
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
  const document = PastedDocument.safeParse(json);
  return document.success
    ? migrateClip({ kind: MARK, ...document.data, blocks: Object.values(document.data.blocks) })
    : null;
}

/** Brings blocks that an older version copied up to this one's. */
function migrateClip(clip: Clip): Clip {
  const byPlace = Object.fromEntries(clip.blocks.map((block, place) => [`${place}`, block]));
  const { schemaVersion, blocks } = migrateDocument({ ...clip, blocks: byPlace });
  return { ...clip, schemaVersion, blocks: Object.values(blocks) };
}

export interface Pasted {
  document: WorkflowDocument;
  ids: string[];
  /** In words, why a block was left out. */
  refused: string[];
}

/**
 * Adds copies of the clip's blocks with fresh ids and free names; references among them follow the new names.
 * `at`: where the clip's upper left corner goes; one grid step beside the originals unless given.
 */
export function pasteBlocks(document: WorkflowDocument, clip: Clip, at?: Point): Pasted {
  if (isNewer(clip)) return { document, ids: [], refused: [newerDocumentWords(clip.schemaVersion)] };
  const offset = pasteOffset(clip, at);
  const renames: Array<{ from: string; to: string }> = [];
  const newIds = new Map<string, string>();
  const refused: string[] = [];
  // The copies' old slugs count as taken, so that one rename never catches another's result.
  const oldSlugs = new Set(clip.blocks.map((block) => slugOf(block.name)));
  let result = document;
  for (const block of clip.blocks) {
    const definition = definitionOf(block.type);
    const refusal =
      definition === undefined ? `Unknown block “${block.type}”.` : refuseBlockType(result, definition);
    if (refusal !== null) {
      refused.push(refusal);
      continue;
    }
    const id = shortId();
    const isFree = uniqueBlockName(result, block.name) === block.name;
    const name = isFree ? block.name : uniqueBlockName(result, block.name, oldSlugs);
    if (!isFree) renames.push({ from: slugOf(block.name), to: slugOf(name) });
    newIds.set(block.id, id);
    const position = { x: block.position.x + offset.x, y: block.position.y + offset.y };
    result = { ...result, blocks: { ...result.blocks, [id]: { ...block, id, name, position } } };
  }
  return { document: finishPaste(result, clip, newIds, renames), ids: [...newIds.values()], refused };
}

function finishPaste(
  document: WorkflowDocument,
  clip: Clip,
  newIds: ReadonlyMap<string, string>,
  renames: ReadonlyArray<{ from: string; to: string }>,
): WorkflowDocument {
  const blocks = { ...document.blocks };
  const slugs = clip.blocks.map((block) => slugOf(block.name));
  for (const id of newIds.values()) {
    let block = blocks[id];
    for (const { from, to } of renames)
      if (block !== undefined) block = { ...block, config: renameInConfig(block, from, to, slugs) };
    if (block !== undefined) blocks[id] = block;
  }
  const edges = clip.edges.flatMap((edge) => {
    const source = newIds.get(edge.source);
    const target = newIds.get(edge.target);
    return source === undefined || target === undefined ? [] : [{ ...edge, id: shortId(), source, target }];
  });
  return { ...document, blocks, edges: [...document.edges, ...edges] };
}

function pasteOffset(clip: Clip, at: Point | undefined): Point {
  if (at === undefined) return { x: 2 * GRID_PX, y: 2 * GRID_PX };
  const left = Math.min(...clip.blocks.map((block) => block.position.x));
  const top = Math.min(...clip.blocks.map((block) => block.position.y));
  return { x: Math.round(at.x - left), y: Math.round(at.y - top) };
}
