import type { Field } from '@/lib/core/blocks/field';
import type { Block, WorkflowDocument } from '@/lib/core/workflow/schema';
import { definitionOf } from './definition-of';
import { placeOnCanvas } from './frames';

/** One match of the search text in a block. */
export interface Hit {
  /** Unique among the hits of one search. */
  id: string;
  blockId: string;
  /** Set if the match is in the title of this group, whose first block is `blockId`. */
  groupId?: string;
  /** Name of the config's member; null: the block's own name or kind. */
  field: string | null;
  /** The label of the place, for example `URL`. */
  label: string;
  before: string;
  match: string;
  after: string;
}

const BEFORE_CHARS = 24;
const AFTER_CHARS = 80;
const MAX_DEPTH = 8;
/** Members that a form shows as dots. */
const HIDDEN_MEMBER = /^(password|secret|token|apiKey|clientSecret)$/;

/** Finds a text in names and settings, ignoring case: groups first, then blocks in reading order. */
export function findInDocument(document: WorkflowDocument, text: string, maxHits: number): Hit[] {
  const wanted = text.trim().toLowerCase();
  const hits: Hit[] = [];
  if (wanted === '') return hits;
  for (const { id: groupId, title, blockIds } of document.groups ?? []) {
    const hit = hitIn({ field: null, label: 'Group', text: title }, wanted);
    const [blockId] = blockIds;
    if (hit === null || blockId === undefined) continue;
    if (hits.push({ ...hit, id: `${groupId} ${hits.length}`, blockId, groupId }) === maxHits) return hits;
  }
  for (const block of inReadingOrder(document))
    for (const place of placesOf(block)) {
      const hit = hitIn(place, wanted);
      if (hit === null) continue;
      if (hits.push({ ...hit, id: `${block.id} ${hits.length}`, blockId: block.id }) === maxHits) return hits;
    }
  return hits;
}

function inReadingOrder(document: WorkflowDocument): Block[] {
  const placed = Object.values(document.blocks).map((block) => ({
    block,
    at: placeOnCanvas(document, block.id),
  }));
  return placed.sort((a, b) => a.at.x - b.at.x || a.at.y - b.at.y).map(({ block }) => block);
}

interface Place {
  field: string | null;
  label: string;
  text: string;
}

function* placesOf(block: Block): Generator<Place> {
  yield { field: null, label: 'Name', text: block.name };
  const definition = definitionOf(block.type);
  const kind = definition?.title ?? block.type;
  if (!block.name.toLowerCase().includes(kind.toLowerCase()))
    yield { field: null, label: 'Block', text: kind };
  for (const [name, value] of Object.entries(block.config)) {
    const field = definition?.fields.find((each) => each.name === name);
    const label = field?.label ?? name;
    for (const text of textsIn(value, field, 0)) yield { field: name, label, text };
  }
}

/** Yields a select's label, and the texts and numbers of anything else; names of members are left out. */
function* textsIn(value: unknown, field: Field | undefined, depth: number): Generator<string> {
  if (typeof value === 'string')
    yield field?.options?.find((option) => option.value === value)?.label ?? value;
  if (typeof value === 'number') yield String(value);
  if (typeof value !== 'object' || value === null || depth === MAX_DEPTH) return;
  for (const [name, member] of Object.entries(value))
    if (typeof member === 'object' || isShown(name, member)) yield* textsIn(member, undefined, depth + 1);
}

/** True for a secret typed into the config; a reference to a variable is not one. */
export const isHiddenMember = (name: string, value: string): boolean =>
  HIDDEN_MEMBER.test(name) && !value.startsWith('{{');

const isShown = (name: string, value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && !isHiddenMember(name, value));

function hitIn({ field, label, text }: Place, wanted: string): Omit<Hit, 'id' | 'blockId'> | null {
  const lowered = text.toLowerCase();
  // Lowercasing turns a few letters into two: then indices in the two texts differ.
  const at = (lowered.length === text.length ? lowered : text).indexOf(wanted);
  if (at === -1) return null;
  const end = at + wanted.length;
  const start = Math.max(0, at - BEFORE_CHARS);
  return {
    field,
    label,
    before: (start > 0 ? '…' : '') + text.slice(start, at),
    match: text.slice(at, end),
    after: text.slice(end, end + AFTER_CHARS),
  };
}
