import { expect, test } from 'vitest';
import {
  LABEL_HEIGHT_PX,
  LABEL_ICON_PX,
  LABEL_PADDING_PX,
  type Label,
  type LabelWish,
  MOST_LABELS,
  placeLabels,
} from './place-labels';

const LETTER_PX = 6;
const measure = (name: string) => ({ text: name, widthPx: name.length * LETTER_PX });
const NOTHING = new Map<string, boolean>();
const place = (wishes: readonly LabelWish[], shown: ReadonlyMap<string, boolean> = NOTHING) =>
  placeLabels(wishes, { measure, shown });

/** Returns `count` names at intervals of `stepPx`, in rows as wide as a screen. */
const names = (count: number, stepPx: number, rank: LabelWish['rank'] = 'other'): LabelWish[] => {
  const perRow = Math.floor(1_400 / stepPx);
  return Array.from({ length: count }, (_, at) => ({
    id: `b${at}`,
    name: `block ${at}`,
    rank,
    icon: [],
    x: 20 + (at % perRow) * stepPx,
    top: 10 + Math.floor(at / perRow) * (stepPx / 2),
  }));
};
const idsOf = (labels: readonly Label[]) => labels.map(({ id }) => id);
const shownBy = (labels: readonly Label[]) => new Map(labels.map(({ id, hasIcon }) => [id, hasIcon]));

function overlaps(labels: readonly Label[]): string[] {
  const boxes = labels.map(({ id, x, top, widthPx, hasIcon }) => {
    const half = widthPx / 2 + LABEL_PADDING_PX;
    return { id, left: x - half - (hasIcon ? LABEL_ICON_PX : 0), right: x + half, top };
  });
  return boxes.flatMap((a, at) =>
    boxes
      .slice(at + 1)
      .filter((b) => a.left < b.right && a.right > b.left && Math.abs(a.top - b.top) < LABEL_HEIGHT_PX)
      .map((b) => `${a.id} and ${b.id}`),
  );
}

test.each([4, 9, 20, 57, 130])('no name lies over another, %i px from block to block', (stepPx) => {
  const labels = place(names(600, stepPx));
  expect(labels.length).toBeGreaterThan(5);
  expect(overlaps(labels)).toEqual([]);
});

test('where all fit all are shown, with their icons, and never more than can be read', () => {
  const labels = place(names(40, 200));
  expect(idsOf(labels)).toHaveLength(40);
  expect(labels.every(({ hasIcon }) => hasIcon)).toBe(true);
  expect(place(names(2_000, 200))).toHaveLength(MOST_LABELS);
});

test('of very many some from everywhere are shown, not only the first', () => {
  const shown = idsOf(place(names(2_000, 60))).map((id) => Number(id.slice(1)));
  expect(shown).toHaveLength(MOST_LABELS);
  for (const quarter of [0, 500, 1_000, 1_500])
    expect(shown.filter((at) => at >= quarter && at < quarter + 500).length).toBeGreaterThan(10);
});

test('where not all fit, what is chosen goes first, then what failed, then what begins, then as told', () => {
  const at = (id: string, rank: LabelWish['rank'], x: number) => ({
    id,
    name: 'a name',
    rank,
    x,
    top: 0,
    icon: [],
  });
  const told = [at('a', 'other', 0), at('b', 'first', 10), at('c', 'failed', 20), at('d', 'chosen', 30)];
  expect(idsOf(place(told))).toEqual(['d']);
  expect(idsOf(place(told.slice(0, 3)))).toEqual(['c']);
  expect(idsOf(place(told.slice(0, 2)))).toEqual(['b']);
  expect(idsOf(place([at('a', 'other', 0), at('z', 'other', 10)]))).toEqual(['a']);
});

test('no icon takes the place of a name', () => {
  // Room for both names, and for one icon: that of the first.
  const wishes = [0, 60].map((x, at) => ({ ...names(1, 10)[0]!, id: `b${at}`, name: 'a word!!', x }));
  const [first, second] = place(wishes);
  expect([first?.hasIcon, second?.hasIcon]).toEqual([true, false]);
});

test('what has no icon leaves no room for one', () => {
  const [label] = place([{ ...names(1, 10)[0]!, icon: null }]);
  expect(label).toMatchObject({ id: 'b0', hasIcon: false });
});

test('while the view is moved a name that is shown stays, until there is no room for it', () => {
  const all = names(600, 20);
  let labels = place(all);
  for (let movedPx = 7; movedPx < 700; movedPx += 7) {
    const moved = all.map((wish) => ({ ...wish, x: wish.x - movedPx })).filter(({ x }) => x > 0);
    const inSight = new Set(moved.map(({ id }) => id));
    const next = place(moved, shownBy(labels));
    expect(idsOf(labels).filter((id) => inSight.has(id) && !idsOf(next).includes(id))).toEqual([]);
    const icons = shownBy(next);
    for (const { id, hasIcon } of labels) if (hasIcon && icons.has(id)) expect(icons.get(id)).toBe(true);
    labels = next;
  }
  const closer = all.map((wish) => ({ ...wish, x: wish.x / 2, top: wish.top / 2 }));
  expect(overlaps(place(closer, shownBy(labels)))).toEqual([]);
});

test('what fails while it is looked at is shown, in place of a name beside it', () => {
  const all = names(60, 20);
  const before = place(all);
  const hidden = all.find(({ id }) => !idsOf(before).includes(id))!;
  const failed = all.map((wish) => (wish === hidden ? { ...wish, rank: 'failed' as const } : wish));
  expect(idsOf(place(failed, shownBy(before)))).toContain(hidden.id);
});

test('a name is measured only where there is room for one, however many blocks stand there', () => {
  const measuredOf = (count: number) => {
    const measured: string[] = [];
    const crowd = names(count, 200).map((wish, at) => ({
      ...wish,
      x: (at * 37) % 400,
      top: (at * 7) % 45,
    }));
    const labels = placeLabels(crowd, {
      measure: (name) => {
        measured.push(name);
        return measure(name);
      },
      shown: NOTHING,
    });
    expect(overlaps(labels)).toEqual([]);
    return measured.length;
  };
  expect(measuredOf(2_000)).toBeLessThan(2_000 / 5);
});
