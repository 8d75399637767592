import { ExactNumber, isJsonObject } from '../../platform/text/exact-number';
import { type RulesThere, rulesAt, rulesHere, rulesOfItems } from './rule-tree';
import type { MatchBudget } from './value-difference';
import { dateForm, idForm, numberIn } from './value-forms';

/** An item as far as it may not differ: `text` with placeholders where rules are. */
export interface ItemKey {
  text: string;
  /** The numbers that need only be near, in the order they stand in. */
  numbers: readonly number[];
}

/** Stand in texts for values that may differ; JSON can't hold them unescaped. */
const [ANY, DATE, ID, NUMBER] = ['\u0001any', '\u0001date ', '\u0001id ', '\u0001number'];
const MOST_DEPTH = 200;

/** Returns the keys of a list's items. */
export const itemKeys = (items: readonly unknown[], rules: RulesThere, budget: MatchBudget): ItemKey[] =>
  items.map((item) => {
    const numbers: number[] = [];
    return { text: keyOf(item, rules, { budget, numbers }, 0), numbers };
  });

interface KeyWork {
  budget: MatchBudget;
  numbers: number[];
}

function keyOf(value: unknown, rules: RulesThere, work: KeyWork, depth: number): string {
  if (!work.budget.take()) return '';
  const allowed = rulesHere(rules);
  if (allowed.some(({ allow }) => allow === 'any')) return ANY;
  if (depth < MOST_DEPTH && Array.isArray(value)) {
    const isUnordered = allowed.some(({ allow }) => allow === 'order');
    const keys = value.map((item, index) =>
      keyOf(item, isUnordered ? rulesOfItems(rules) : rulesAt(rules, index), work, depth + 1),
    );
    return `[${(isUnordered ? keys.sort() : keys).join(',')}]`;
  }
  if (depth < MOST_DEPTH && isJsonObject(value)) {
    const names = Object.keys(value).sort();
    const members = names.map((name) => {
      const key = keyOf(value[name], rulesAt(rules, name), work, depth + 1);
      // A member that may differ may also be missing.
      return key === ANY ? '' : `${JSON.stringify(name)}:${key},`;
    });
    return `{${members.join('')}}`;
  }
  for (const { allow } of allowed) {
    const key = allow === 'near' ? numberKey(value, work) : formKey(allow, value);
    if (key !== null) return key;
  }
  return value instanceof ExactNumber ? value.digits : (JSON.stringify(value) ?? 'null');
}

function numberKey(value: unknown, { numbers }: KeyWork): string | null {
  const number = numberIn(value);
  if (number === null) return null;
  numbers.push(number);
  return NUMBER;
}

function formKey(allow: string, value: unknown): string | null {
  const form = allow === 'date' ? dateForm(value) : allow === 'id' ? idForm(value) : null;
  return form === null ? null : (allow === 'date' ? DATE : ID) + form;
}

/**
 * Pairs the items of two lists, each by its index. Those of equal keys come together, by their numbers in
 * order; items without such a partner are paired in the order they stand in, and the rest have none. A pair
 * may still differ, unless its keys are equal and without numbers.
 */
export function pairByKey(
  expected: readonly ItemKey[],
  actual: readonly ItemKey[],
): Array<[expected: number | null, actual: number | null]> {
  const theirs = indicesByText(actual);
  const pairs: Array<[number | null, number | null]> = [];
  const left: number[] = [];
  for (const [text, mine] of indicesByText(expected)) {
    const others = theirs.get(text) ?? [];
    for (const [place, index] of mine.entries()) {
      const other = others[place];
      if (other === undefined) left.push(index);
      else pairs.push([index, other]);
    }
    theirs.set(text, others.slice(mine.length));
  }
  const mineLeft = left.sort((a, b) => a - b);
  const theirsLeft = [...theirs.values()].flat().sort((a, b) => a - b);
  const rest = Math.max(mineLeft.length, theirsLeft.length);
  for (let place = 0; place < rest; place += 1)
    pairs.push([mineLeft[place] ?? null, theirsLeft[place] ?? null]);
  return pairs;
}

/** Returns the indices of the items by their keys, of equal ones in the order of their numbers. */
function indicesByText(keys: readonly ItemKey[]): Map<string, number[]> {
  const indices = new Map<string, number[]>();
  for (const [index, { text }] of keys.entries()) {
    const known = indices.get(text);
    if (known === undefined) indices.set(text, [index]);
    else known.push(index);
  }
  const numbersAt = (index: number): readonly number[] => keys[index]?.numbers ?? [];
  for (const list of indices.values()) list.sort((a, b) => inOrder(numbersAt(a), numbersAt(b)));
  return indices;
}

function inOrder(a: readonly number[], b: readonly number[]): number {
  for (const [place, number] of a.entries()) {
    const difference = number - (b[place] ?? number);
    if (difference !== 0 && !Number.isNaN(difference)) return difference;
  }
  return 0;
}
