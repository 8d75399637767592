import type { IconDrawing } from '@/lib/core/blocks/block';
import type { Bounds } from '../document/geometry';

/** What goes first where not all names fit. */
export type Rank = 'chosen' | 'failed' | 'first' | 'other';

/** A name to be shown on the screen, whatever the zoom. */
export interface LabelWish {
  id: string;
  name: string;
  /** In pixels: its middle, and its upper edge. */
  x: number;
  top: number;
  rank: Rank;
  /** Stands before the name where there is room for it; null where there is none. */
  icon: IconDrawing | null;
}

/** A name as far as it is shown. */
export interface MeasuredName {
  text: string;
  widthPx: number;
}

export type Label<Wish extends LabelWish = LabelWish> = Wish & MeasuredName & { hasIcon: boolean };

interface Placing {
  /** Asked only where there is room for at least a letter. */
  measure: (name: string) => MeasuredName;
  /** What is shown by now, and whether with an icon: it stays as long as there is room for it. */
  shown: ReadonlyMap<string, boolean>;
}

/** More can't be read at a glance, and each is drawn in every frame. */
export const MOST_LABELS = 80;
export const LABEL_HEIGHT_PX = 15;
/** At each side of a name. */
export const LABEL_PADDING_PX = 3;
/** With the space behind it. */
export const LABEL_ICON_PX = 14;
/** Where not even this much is free, no name fits. */
const LEAST_HALF_PX = 4;

/**
 * The names that are shown, as on a map: the important ones first, of others those that are shown already
 * before new ones, and none over another. `wishes`: in the order in which they are told; of very many, some
 * from everywhere go first.
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

/** Once all names have their place, so that no icon takes that of a name. */
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

/** What somebody chose or has to see doesn't wait for what is shown already; all else does. */
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

/** Some from everywhere before those between them: else all names stand where the workflow begins. */
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

/** All are compared: they are few, and most of what is compared ends at the first that is in the way. */
const isFree = (taken: readonly Bounds[], { left, right, top, bottom }: Bounds): boolean =>
  !taken.some((box) => left < box.right && right > box.left && top < box.bottom && bottom > box.top);
