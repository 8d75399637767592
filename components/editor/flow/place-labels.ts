import type { IconDrawing } from '@/lib/core/blocks/block';
import type { Bounds } from '../document/geometry';

/** The priority of a name if not all fit. */
export type Rank = 'chosen' | 'failed' | 'first' | 'other';

/** A name to be shown on the screen, whatever the zoom. */
export interface LabelWish {
  id: string;
  name: string;
  /** Position in pixels: the middle, and the upper edge. */
  x: number;
  top: number;
  rank: Rank;
  /** Drawn before the name if there is room for it; null if there is none. */
  icon: IconDrawing | null;
}

/** A name, shortened to the space available. */
export interface MeasuredName {
  text: string;
  widthPx: number;
}

export type Label<Wish extends LabelWish = LabelWish> = Wish & MeasuredName & { hasIcon: boolean };

interface Placing {
  /** Called only if there is room for at least a letter. */
  measure: (name: string) => MeasuredName;
  /** Names shown now, true for those with an icon: each stays as long as there is room for it. */
  shown: ReadonlyMap<string, boolean>;
}

/** The most names shown: more can't be read at a glance, and each is drawn in every frame. */
export const MOST_LABELS = 80;
export const LABEL_HEIGHT_PX = 15;
/** The padding at each side of a name. */
export const LABEL_PADDING_PX = 3;
/** The icon's width, including the space after it. */
export const LABEL_ICON_PX = 14;
/** The least free space at each side of the middle; with less, no name fits. */
const LEAST_HALF_PX = 4;

/**
 * Selects the names to show, as on a map: important ones first, of others those already shown before new
 * ones, without overlaps. `wishes`: in reading order; of very many, a sample from the whole canvas goes
 * first.
 */
export function placeLabels<Wish extends LabelWish>(
  wishes: Iterable<Wish>,
  { measure, shown }: Placing,
): Label<Wish>[] {
  const taken: Bounds[] = [];
  const labels: Label<Wish>[] = [];
  for (const wish of inTurn(wishes, shown)) {
    if (labels.length === MOST_LABELS) break;
    if (!isFree(taken, boxOf(wish, LEAST_HALF_PX))) continue;
    const measured = measure(wish.name);
    const box = boxOf(wish, measured.widthPx / 2 + LABEL_PADDING_PX);
    const withItsIcon = { ...box, left: box.left - LABEL_ICON_PX };
    const hasIcon = wish.icon !== null && shown.get(wish.id) === true && isFree(taken, withItsIcon);
    if (!hasIcon && !isFree(taken, box)) continue;
    taken.push(hasIcon ? withItsIcon : box);
    labels.push({ ...wish, ...measured, hasIcon });
  }
  addIcons(labels, taken);
  return labels;
}

/** Adds icons after all names are placed, so that no icon takes the space of a name. */
function addIcons(labels: readonly Label[], taken: Bounds[]): void {
  for (const label of labels) {
    if (label.hasIcon || label.icon === null) continue;
    const { left, top, bottom } = boxOf(label, label.widthPx / 2 + LABEL_PADDING_PX);
    const box = { left: left - LABEL_ICON_PX, right: left, top, bottom };
    if (!isFree(taken, box)) continue;
    taken.push(box);
    label.hasIcon = true;
  }
}

/** Returns the turn of a name: chosen and failed ones go before those already shown, all others after. */
function turnOf(rank: Rank, isShown: boolean): number {
  if (rank === 'chosen') return isShown ? 0 : 1;
  if (rank === 'failed') return isShown ? 2 : 3;
  if (isShown) return 4;
  return rank === 'first' ? 5 : 6;
}
const TURNS = 7;

function inTurn<Wish extends LabelWish>(wishes: Iterable<Wish>, shown: ReadonlyMap<string, boolean>): Wish[] {
  const turns: Wish[][] = Array.from({ length: TURNS }, () => []);
  for (const wish of wishes) turns[turnOf(wish.rank, shown.has(wish.id))]!.push(wish);
  const others = turns.pop()!;
  return [...turns.flat(), ...(others.length > MOST_LABELS ? spread(others) : others)];
}

/** Orders items so that a sample comes first: else all names would be where the workflow begins. */
function spread<Item>(items: readonly Item[]): Item[] {
  const first = items.filter((_, at) => at % 2 === 0);
  const between = items.filter((_, at) => at % 2 === 1);
  return first.length > MOST_LABELS ? [...spread(first), ...between] : [...first, ...between];
}

const boxOf = ({ x, top }: LabelWish, half: number): Bounds => ({
  left: x - half,
  right: x + half,
  top,
  bottom: top + LABEL_HEIGHT_PX,
});

/** Compares with all boxes: there are few, and most checks end at the first that overlaps. */
const isFree = (taken: readonly Bounds[], { left, right, top, bottom }: Bounds): boolean =>
  !taken.some((box) => left < box.right && right > box.left && top < box.bottom && bottom > box.top);
