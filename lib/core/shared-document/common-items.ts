/** The most pairs; beyond that, nothing is looked for. */
const MAX_PAIRS = 40_000;

/** Returns the longest common subsequence, as pairs of indices. */
export function commonItems<Item>(
  left: readonly Item[],
  right: readonly Item[],
  isSame: (a: Item, b: Item) => boolean,
): Array<readonly [number, number]> {
  if (left.length * right.length > MAX_PAIRS) return [];
  const width = right.length + 1;
  const lengths = new Uint32Array((left.length + 1) * width);
  const equal = left.map((item) => right.map((other) => isSame(item, other)));
  for (let a = left.length - 1; a >= 0; a -= 1)
    for (let b = right.length - 1; b >= 0; b -= 1)
      lengths[a * width + b] = equal[a]?.[b]
        ? 1 + lengths[(a + 1) * width + b + 1]!
        : Math.max(lengths[(a + 1) * width + b]!, lengths[a * width + b + 1]!);
  const pairs: Array<readonly [number, number]> = [];
  for (let [a, b] = [0, 0]; a < left.length && b < right.length; )
    if (equal[a]?.[b]) pairs.push([a++, b++]);
    else if (lengths[(a + 1) * width + b]! >= lengths[a * width + b + 1]!) a += 1;
    else b += 1;
  return pairs;
}
