const MAX_DISTANCE = 3;

/** Returns the known word that `word` most likely meant, or null when none is near. */
export function closest(word: string, known: readonly string[]): string | null {
  if (word.length > 64) return null;
  let best: string | null = null;
  let least = Math.min(MAX_DISTANCE, Math.ceil(word.length / 2)) + 1;
  for (const candidate of known) {
    if (Math.abs(word.length - candidate.length) >= least) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), least);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** Returns the edit distance, or some number of at least `most` if it is not below that. */
function editDistance(a: string, b: string, most: number): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = new Array<number>(b.length + 1).fill(most);
    next[0] = i;
    // Further from the diagonal, the distance is at least `most`: comparing all would take far longer.
    const [from, to] = [Math.max(1, i - most), Math.min(b.length, i + most)];
    for (let j = from; j <= to; j += 1)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
    if (Math.min(...row) >= most) return most;
  }
  return row[b.length]!;
}
