import { charge, chargeText, type Frame, notHere } from './frame';
import { toText } from './operators';
import { number } from './text-methods';
import { isList } from './values';

type List = readonly unknown[];
export type RunCallback = (frame: Frame, a?: unknown, b?: unknown, c?: unknown, d?: unknown) => unknown;
type ListMethod = (frame: Frame, list: List, items: List) => unknown;
type CallbackMethod = (frame: Frame, list: List, callback: RunCallback, items: List) => unknown;

const MAX_FLAT_DEPTH = 100;

/** Methods of lists that don't change the list, by name. */
export const LIST_METHODS: ReadonlyMap<string, ListMethod> = new Map<string, ListMethod>([
  ['at', (_frame, list, items) => list.at(number(items[0], 0))],
  ['concat', concat],
  ['flat', (frame, list, items) => flat(frame, list, flatDepth(number(items[0], 1)))],
  ['includes', searching((list, sought, from) => list.includes(sought, from))],
  ['indexOf', searching((list, sought, from) => list.indexOf(sought, from))],
  ['join', join],
  ['slice', slice],
  ['toReversed', (frame, list) => paidCopy(frame, list).reverse()],
]);

/** Methods that call a function for each item. */
export const CALLBACK_METHODS: ReadonlyMap<string, CallbackMethod> = new Map<string, CallbackMethod>([
  ['map', map],
  ['filter', filter],
  ['flatMap', flatMap],
  ['every', (frame, list, callback) => indexWhere(frame, list, negated(callback)) < 0],
  ['some', (frame, list, callback) => indexWhere(frame, list, callback) >= 0],
  ['find', (frame, list, callback) => list[indexWhere(frame, list, callback)]],
  ['findIndex', indexWhere],
  ['findLast', (frame, list, callback) => list[lastIndexWhere(frame, list, callback)]],
  ['findLastIndex', lastIndexWhere],
  ['reduce', (frame, list, callback, items) => reduce(frame, list, callback, items, 1)],
  ['reduceRight', (frame, list, callback, items) => reduce(frame, list, callback, items, -1)],
]);

export function paidCopy(frame: Frame, list: List): unknown[] {
  charge(frame, 1 + (list.length >> 1));
  return list.slice();
}

function concat(frame: Frame, list: List, items: List): unknown[] {
  let result = paidCopy(frame, list);
  for (const item of items) {
    charge(frame, 1 + ((result.length + (isList(item) ? item.length : 0)) >> 1));
    result = result.concat(item);
  }
  return result;
}

const flatDepth = (depth: number): number => (depth <= MAX_FLAT_DEPTH ? depth : notHere());

function flat(frame: Frame, list: List, depth: number): unknown[] {
  const result: unknown[] = [];
  for (const item of list) {
    charge(frame, 1);
    if (depth < 1 || !isList(item)) result.push(item);
    else for (const inner of flat(frame, item, depth - 1)) result.push(inner);
  }
  return result;
}

/** Searches only for primitives: one object here may be two in the sandbox, which copies its variables. */
function searching(search: (list: List, sought: unknown, from: number) => unknown): ListMethod {
  return (frame, list, items) => {
    const sought = items[0];
    if (typeof sought === 'object' && sought !== null) return notHere();
    const each = typeof sought === 'string' ? 1 + (sought.length >> 4) : 1;
    charge(frame, list.length * each);
    return search(list, sought, number(items[1], 0));
  };
}

function join(frame: Frame, list: List, items: List): string {
  const separator = items[0] === undefined ? ',' : typeof items[0] === 'string' ? items[0] : notHere();
  charge(frame, list.length);
  let length = separator.length * Math.max(0, list.length - 1);
  chargeText(frame, length);
  const texts: string[] = [];
  for (const item of list) {
    const text = item === null || item === undefined ? '' : toText(item);
    length += text.length;
    chargeText(frame, text.length);
    texts.push(text);
  }
  chargeText(frame, length);
  return texts.join(separator);
}

function slice(frame: Frame, list: List, items: List): unknown[] {
  charge(frame, 1 + (list.length >> 1));
  const [from, to] = items;
  return to === undefined ? list.slice(number(from, 0)) : list.slice(number(from, 0), number(to, 0));
}

function map(frame: Frame, list: List, callback: RunCallback): unknown[] {
  const result: unknown[] = [];
  for (let index = 0; index < list.length; index += 1) result.push(callback(frame, list[index], index, list));
  return result;
}

function filter(frame: Frame, list: List, callback: RunCallback): unknown[] {
  const result: unknown[] = [];
  for (let index = 0; index < list.length; index += 1) {
    if (callback(frame, list[index], index, list)) result.push(list[index]);
  }
  return result;
}

function flatMap(frame: Frame, list: List, callback: RunCallback): unknown[] {
  return flat(frame, map(frame, list, callback), 1);
}

const negated =
  (callback: RunCallback): RunCallback =>
  (frame, item, index, list) =>
    !callback(frame, item, index, list);

function indexWhere(frame: Frame, list: List, callback: RunCallback): number {
  for (let index = 0; index < list.length; index += 1) {
    if (callback(frame, list[index], index, list)) return index;
  }
  return -1;
}

function lastIndexWhere(frame: Frame, list: List, callback: RunCallback): number {
  for (let index = list.length - 1; index >= 0; index -= 1) {
    if (callback(frame, list[index], index, list)) return index;
  }
  return -1;
}

function reduce(frame: Frame, list: List, callback: RunCallback, items: List, step: 1 | -1): unknown {
  let index = step === 1 ? 0 : list.length - 1;
  let result = items[0];
  if (items.length === 0) {
    if (list.length === 0) return notHere();
    result = list[index];
    index += step;
  }
  for (; index >= 0 && index < list.length; index += step)
    result = callback(frame, result, list[index], index, list);
  return result;
}
