import type { ReactFlowState } from '@xyflow/react';
import { cardGroups } from '../document/collapsed-groups';
import { definitionOf, iconOf, startsRuns } from '../document/definition-of';
import type { BlockNode } from '../document/flow-elements';
import type { Bounds } from '../document/geometry';
import type { EditorState } from '../store/editor-store';
import { boundsOf, cardOf, frameAround } from './group-bounds';
import {
  LABEL_HEIGHT_PX,
  type Label,
  type LabelWish,
  type MeasuredName,
  placeLabels,
  type Rank,
} from './place-labels';

/** A block's name, or a group's title, whose own text is too small to read. */
export interface FarName extends LabelWish {
  isOff: boolean;
}

export interface Seen {
  flow: Pick<ReactFlowState, 'nodeLookup' | 'width' | 'height' | 'transform'>;
  editor: Pick<EditorState, 'document' | 'collapsed' | 'run' | 'openBlockId'>;
}

interface Naming {
  measure: (name: string) => MeasuredName;
  /** True if names include the icon, which blocks drawn with their icon don't need. */
  withIcons: boolean;
}

/** The gap between a name and its block. */
const GAP_PX = 2;

/**
 * The names shown from afar, across drawings. All blocks are examined only when that is requested: in
 * between, while the view or a block moves, the shown names move along.
 */
export class FarNames {
  #shown: ReadonlyMap<string, boolean> = new Map();

  constructor(readonly naming: Naming) {}

  place(seen: Seen, looksAtAll: boolean): Label<FarName>[] {
    const { measure, withIcons } = this.naming;
    const found = [...(looksAtAll ? allNames(seen) : namesAmong(seen, this.#shown))];
    const wishes = withIcons ? found : found.map((name) => ({ ...name, icon: null }));
    const labels = placeLabels(wishes, { measure, shown: this.#shown });
    this.#shown = new Map(labels.map(({ id, hasIcon }) => [id, hasIcon]));
    return labels;
  }

  clear(): void {
    this.#shown = new Map();
  }
}

function* allNames(seen: Seen): Generator<FarName> {
  for (const title of groupTitles(seen)) yield title;
  // Iterates in the order of the canvas, which is the reading order of blocks.
  for (const id of seen.flow.nodeLookup.keys()) {
    const name = nameOf(seen, id);
    if (name !== null) yield name;
  }
}

function* namesAmong(seen: Seen, ids: ReadonlyMap<string, boolean>): Generator<FarName> {
  for (const title of groupTitles(seen)) if (ids.has(title.id)) yield title;
  for (const id of ids.keys()) {
    const name = nameOf(seen, id);
    if (name !== null) yield name;
  }
}

/** Returns the name below a block, or above a container's frame, which contains other blocks. */
function nameOf(seen: Seen, id: string): FarName | null {
  const { document, openBlockId } = seen.editor;
  const block = document.blocks[id];
  const node = seen.flow.nodeLookup.get(id);
  const definition = block && definitionOf(block.type);
  if (block === undefined || node === undefined || node.hidden || definition?.note) return null;
  const { x, y } = node.internals.positionAbsolute;
  const { width = 0, height = 0 } = node.measured;
  const isFrame = node.type === ('container' satisfies BlockNode['type']);
  const place = placeOf(seen, { left: x, top: y, right: x + width, bottom: y + height }, isFrame);
  if (place === null) return null;
  const isChosen = node.selected === true || id === openBlockId;
  const isFirst = startsRuns(block.type) || definition?.container !== undefined;
  return {
    id,
    name: block.name,
    icon: iconOf(block.type),
    isOff: !block.enabled,
    ...place,
    rank: isChosen ? 'chosen' : rankOf(seen, id, isFirst),
  };
}

const rankOf = ({ editor }: Seen, id: string, isFirst: boolean): Rank =>
  editor.run.blocks[id]?.status === 'error' ? 'failed' : isFirst ? 'first' : 'other';

/** Yields the titles above group frames; of a collapsed one below its card. */
function* groupTitles(seen: Seen): Generator<FarName> {
  const { document, collapsed } = seen.editor;
  const cards = new Set(cardGroups(document, collapsed));
  for (const group of document.groups ?? []) {
    const { id, title, blockIds } = group;
    const isOpen = !collapsed.has(id);
    if (!isOpen && !cards.has(group)) continue;
    const shown = isOpen ? boundsOf(seen.flow, blockIds) : cardOf(seen.flow, blockIds);
    const place = shown === null ? null : placeOf(seen, isOpen ? frameAround(shown) : shown, isOpen);
    if (place !== null) yield { id, name: title, icon: null, isOff: false, rank: 'first', ...place };
  }
}

/** Returns the place on the screen; null if it would be out of sight. */
function placeOf({ flow }: Seen, bounds: Bounds, isAbove: boolean): { x: number; top: number } | null {
  const [left, upper, zoom] = flow.transform;
  const x = Math.round(((bounds.left + bounds.right) / 2) * zoom + left);
  const top = Math.round(
    isAbove ? bounds.top * zoom + upper - LABEL_HEIGHT_PX - GAP_PX : bounds.bottom * zoom + upper + GAP_PX,
  );
  const isInSight = x >= 0 && x <= flow.width && top >= 0 && top + LABEL_HEIGHT_PX <= flow.height;
  return isInSight ? { x, top } : null;
}
