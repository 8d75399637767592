/** A line of the diff of two texts. */
export interface DiffLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Longer texts, without their common beginning and end, are shown as replaced completely. */
const MAX_LINES = 1_000;

/** Returns the lines of both texts in order: lines only in the earlier text are removed, others added. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (
    end < old.length - start &&
    end < now.length - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  )
    end += 1;
  const [removed, added] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  return [
    ...linesOf('same', old.slice(0, start)),
    ...(removed.length > MAX_LINES || added.length > MAX_LINES
      ? [...linesOf('removed', removed), ...linesOf('added', added)]
      : byLongestCommon(removed, added)),
    ...linesOf('same', old.slice(old.length - end)),
  ];
}

const linesOf = (kind: DiffLine['kind'], texts: readonly string[]): DiffLine[] =>
  texts.map((text) => ({ kind, text }));

/** Keeps the longest common subsequence of lines. */
function byLongestCommon(old: readonly string[], now: readonly string[]): DiffLine[] {
  const width = now.length + 1;
  // The length of the longest common subsequence from (i, j) on.
  const common = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      common[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      lines.push({ kind: 'same', text: old[i] ?? '' });
      i += 1;
      j += 1;
    } else if (j === now.length || (i < old.length && at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'removed', text: old[i] ?? '' });
      i += 1;
    } else {
      lines.push({ kind: 'added', text: now[j] ?? '' });
      j += 1;
    }
  }
  return lines;
}
