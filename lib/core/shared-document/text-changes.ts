import { commonItems } from './common-items';
import { commonLetters } from './common-letters';

/** One stretch of a text and its replacement. */
interface TextChange {
  at: number;
  removed: number;
  inserted: string;
}

/**
 * Returns the changes that turn one text into the other, the last first, so that each position is valid
 * when it is made. Typed text is one change; in a text that was changed in several places, unchanged
 * words are found.
 */
export function textChanges(before: string, after: string): TextChange[] {
  if (before === after) return [];
  const { start, end } = commonEnds(before, after);
  const [left, right] = [before, after].map((text) => splitWords(text.slice(start, text.length - end))) as [
    string[],
    string[],
  ];
  const changes: TextChange[] = [];
  let at = start;
  let [fromLeft, fromRight] = [0, 0];
  const isSame = (a: string, b: string) => a === b;
  for (const [inLeft, inRight] of [
    ...commonItems(left, right, isSame),
    [left.length, right.length] as const,
  ]) {
    const removed = left.slice(fromLeft, inLeft).join('');
    changes.push(...insideOf(removed, right.slice(fromRight, inRight).join(''), at));
    at += removed.length + (left[inLeft]?.length ?? 0);
    [fromLeft, fromRight] = [inLeft + 1, inRight + 1];
  }
  return changes.reverse();
}

/**
 * Changes a word in its parts if it was changed in several places, for example by typing beside another
 * change in it: replaced as a whole, it would no longer be the same for a user who takes back a part of
 * it. A word with little of it left is another word.
 */
function insideOf(removed: string, inserted: string, from: number): TextChange[] {
  if (removed === '' && inserted === '') return [];
  const whole = [{ at: from, removed: removed.length, inserted }];
  if (removed === '' || inserted === '') return whole;
  const [left, right] = [[...removed], [...inserted]];
  const pairs = commonLetters(left, right);
  if (pairs.length < LEFT_OF_IT * Math.min(left.length, right.length)) return whole;
  const changes: TextChange[] = [];
  let at = from;
  let [fromLeft, fromRight] = [0, 0];
  for (const [inLeft, inRight] of [...pairs, [left.length, right.length] as const]) {
    const gone = left.slice(fromLeft, inLeft).join('').length;
    const come = right.slice(fromRight, inRight).join('');
    if (gone > 0 || come !== '') changes.push({ at, removed: gone, inserted: come });
    at += gone + (left[inLeft]?.length ?? 0);
    [fromLeft, fromRight] = [inLeft + 1, inRight + 1];
  }
  return changes;
}

const LEFT_OF_IT = 0.6;

/** Returns how much both have in common at their beginning and end, without half a character. */
function commonEnds(before: string, after: string): { start: number; end: number } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  if (start > 0 && isFirstHalf(before.charCodeAt(start - 1))) start -= 1;
  let end = 0;
  while (end < most - start && codeFromEnd(before, end) === codeFromEnd(after, end)) end += 1;
  if (end > 0 && isSecondHalf(before.charCodeAt(before.length - end))) end -= 1;
  return { start, end };
}

const codeFromEnd = (text: string, place: number): number => text.charCodeAt(text.length - 1 - place);

// A surrogate pair is one character: half of one would be no text that can be stored.
const isFirstHalf = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
const isSecondHalf = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

const splitWords = (text: string): string[] => text.match(/[\p{L}\p{N}_]+|\s+|[\s\S]/gu) ?? [];
