/** The most differing letters; beyond that, nothing is looked for. */
const MOST_CHANGES = 1_000;

/** Does the same in time proportional to the differences (Myers): texts are long and mostly equal. */
export function commonLetters(
  left: readonly string[],
  right: readonly string[],
): Array<readonly [number, number]> {
  const steps: Int32Array[] = [];
  // By diagonal: how far into `left` this number of changes reaches.
  let reached = new Int32Array(2 * MOST_CHANGES + 3);
  for (let changes = 0; changes <= Math.min(MOST_CHANGES, left.length + right.length); changes += 1) {
    steps.push(reached.slice());
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      const at = diagonal + MOST_CHANGES + 1;
      let x = comesDown(reached, diagonal, changes) ? reached[at + 1]! : reached[at - 1]! + 1;
      while (x < left.length && x - diagonal < right.length && left[x] === right[x - diagonal]) x += 1;
      reached[at] = x;
      if (x >= left.length && x - diagonal >= right.length) return pairsOf(steps, left.length, right.length);
    }
    reached = reached.slice();
  }
  return [];
}

/** True if a diagonal is best reached by a letter of `right`, false if by leaving out one of `left`. */
function comesDown(reached: Int32Array, diagonal: number, changes: number): boolean {
  const at = diagonal + MOST_CHANGES + 1;
  return diagonal === -changes || (diagonal !== changes && reached[at - 1]! < reached[at + 1]!);
}

function pairsOf(steps: readonly Int32Array[], width: number, height: number) {
  const pairs: Array<readonly [number, number]> = [];
  let [x, y] = [width, height];
  for (let changes = steps.length - 1; changes >= 0; changes -= 1) {
    const reached = steps[changes]!;
    const isDown = comesDown(reached, x - y, changes);
    const before = x - y + (isDown ? 1 : -1);
    const fromX = changes === 0 ? 0 : reached[before + MOST_CHANGES + 1]!;
    const fromY = changes === 0 ? 0 : fromX - before;
    while (x > fromX && y > fromY) pairs.push([--x, --y]);
    [x, y] = [fromX, fromY];
  }
  return pairs.reverse();
}
