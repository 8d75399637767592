/*
 * Sorting with a comparison, in the same order of steps as Node's: an inconsistent comparison, for example
 * `(a, b) => a > b`, then gives the same result as there. It is the merge sort of Tim Peters: sorted runs,
 * extended by insertion where they are short, are merged.
 */
(function makeSort({ apply, load, types }) {
  const MIN_MERGE = 64;
  const { MIN_GALLOP, gallopLeft, gallopRight, mergeLow, mergeHigh } = load('merge');

  const minRunOf = (length) => {
    let rest = length;
    let odd = 0;
    while (rest >= MIN_MERGE) {
      odd |= rest & 1;
      rest >>= 1;
    }
    return rest + odd;
  };

  const reverse = (list, from, to) => {
    for (let low = from, high = to - 1; low < high; low += 1, high -= 1) {
      const item = list[low];
      list[low] = list[high];
      list[high] = item;
    }
  };

  /** Returns the length of the run that begins here; a descending one is reversed. */
  const runAt = (list, from, to, order) => {
    if (from + 1 === to) return 1;
    const falls = order(list[from + 1], list[from]) < 0;
    let at = from + 2;
    while (at < to && order(list[at], list[at - 1]) < 0 === falls) at += 1;
    if (falls) reverse(list, from, at);
    return at - from;
  };

  const insert = (list, low, start, high, order) => {
    for (let at = start === low ? start + 1 : start; at < high; at += 1) {
      const item = list[at];
      let left = low;
      let right = at;
      while (left < right) {
        const middle = left + ((right - left) >> 1);
        if (order(item, list[middle]) < 0) right = middle;
        else left = middle + 1;
      }
      for (let place = at; place > left; place -= 1) list[place] = list[place - 1];
      list[left] = item;
    }
  };

  const mergeAt = (state, at) => {
    const { list, runs, order } = state;
    let [baseA, lengthA] = runs[at];
    const [baseB, lengthBefore] = runs[at + 1];
    runs[at] = [baseA, lengthA + lengthBefore];
    runs.splice(at + 1, 1);
    const skipped = gallopRight(list, list[baseB], baseA, lengthA, 0, order);
    baseA += skipped;
    lengthA -= skipped;
    if (lengthA === 0) return;
    const lengthB = gallopLeft(list, list[baseA + lengthA - 1], baseB, lengthBefore, lengthBefore - 1, order);
    if (lengthB === 0) return;
    if (lengthA <= lengthB) mergeLow(state, baseA, lengthA, baseB, lengthB);
    else mergeHigh(state, baseA, lengthA, baseB, lengthB);
  };

  const isUneven = (runs, at) => at >= 2 && runs[at - 2][1] <= runs[at - 1][1] + runs[at][1];
  const mergeCollapse = (state) => {
    const { runs } = state;
    while (runs.length > 1) {
      let at = runs.length - 2;
      if (isUneven(runs, at + 1) || isUneven(runs, at)) {
        if (runs[at - 1][1] < runs[at + 1][1]) at -= 1;
        mergeAt(state, at);
      } else if (runs[at][1] <= runs[at + 1][1]) mergeAt(state, at);
      else return;
    }
  };
  const mergeAll = (state) => {
    const { runs } = state;
    while (runs.length > 1) {
      let at = runs.length - 2;
      if (at > 0 && runs[at - 1][1] < runs[at + 1][1]) at -= 1;
      mergeAt(state, at);
    }
  };

  const sortItems = (list, compare) => {
    const order = (a, b) => {
      const found = +apply(compare, undefined, [a, b]);
      return found < 0 || found > 0 ? found : 0;
    };
    if (list.length < 2) return;
    const state = { list, order, runs: [], minGallop: MIN_GALLOP };
    const minRun = minRunOf(list.length);
    let from = 0;
    while (from < list.length) {
      let length = runAt(list, from, list.length, order);
      if (length < minRun) {
        const forced = Math.min(minRun, list.length - from);
        insert(list, from, from + length, from + forced, order);
        length = forced;
      }
      state.runs.push([from, length]);
      mergeCollapse(state);
      from += length;
    }
    mergeAll(state);
  };

  const onlyFunction = (compare) => {
    if (typeof compare !== 'function')
      throw new types.TypeError('The comparison function must be either a function or undefined');
  };
  /** Returns the items that exist and are not undefined, which are never compared. */
  const itemsOf = (object, length) => {
    const list = [];
    let undefinedItems = 0;
    for (let index = 0; index < length; index += 1) {
      if (!(index in object)) continue;
      const item = object[index];
      if (item === undefined) undefinedItems += 1;
      else list[list.length] = item;
    }
    return { list, undefinedItems };
  };
  const lengthOf = (object) =>
    Math.min(Math.max(Math.trunc(+object.length) || 0, 0), Number.MAX_SAFE_INTEGER);

  return {
    sort(compare) {
      onlyFunction(compare);
      const object = Object(this);
      const length = lengthOf(object);
      const { list, undefinedItems } = itemsOf(object, length);
      sortItems(list, compare);
      for (let index = 0; index < list.length; index += 1) object[index] = list[index];
      const filled = list.length + undefinedItems;
      for (let index = list.length; index < filled; index += 1) object[index] = undefined;
      for (let index = filled; index < length; index += 1) delete object[index];
      return object;
    },
    toSorted(compare) {
      onlyFunction(compare);
      const object = Object(this);
      const length = lengthOf(object);
      const copy = [];
      for (let index = 0; index < length; index += 1) copy[index] = object[index];
      const { list } = itemsOf(copy, length);
      sortItems(list, compare);
      for (let index = 0; index < length; index += 1) copy[index] = list[index];
      return copy;
    },
  };
});
