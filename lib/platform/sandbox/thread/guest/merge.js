/* Merges two neighbouring runs, for sort.js, with leaps where one side wins repeatedly. */
(function makeMerge() {
  const MIN_GALLOP = 7;

  /** Finds where `goesOn(offset)` becomes false: leaps of doubling length from the hint, then bisection. */
  const leap = (most, goesOn) => {
    let last = 0;
    let offset = 1;
    while (offset < most && goesOn(offset)) {
      last = offset;
      offset = (offset << 1) + 1;
    }
    return [last, offset > most ? most : offset];
  };

  /** Returns the position before the first item that is not less than the key. */
  const gallopLeft = (list, key, base, length, hint, order) => {
    let last;
    let offset;
    if (order(list[base + hint], key) < 0) {
      [last, offset] = leap(length - hint, (by) => order(list[base + hint + by], key) < 0);
      last += hint;
      offset += hint;
    } else {
      const [near, far] = leap(hint + 1, (by) => !(order(list[base + hint - by], key) < 0));
      last = hint - far;
      offset = hint - near;
    }
    last += 1;
    while (last < offset) {
      const middle = last + ((offset - last) >> 1);
      if (order(list[base + middle], key) < 0) last = middle + 1;
      else offset = middle;
    }
    return offset;
  };

  /** Returns the position behind the last item that is not greater than the key. */
  const gallopRight = (list, key, base, length, hint, order) => {
    let last;
    let offset;
    if (order(key, list[base + hint]) < 0) {
      const [near, far] = leap(hint + 1, (by) => order(key, list[base + hint - by]) < 0);
      last = hint - far;
      offset = hint - near;
    } else {
      [last, offset] = leap(length - hint, (by) => !(order(key, list[base + hint + by]) < 0));
      last += hint;
      offset += hint;
    }
    last += 1;
    while (last < offset) {
      const middle = last + ((offset - last) >> 1);
      if (order(key, list[base + middle]) < 0) offset = middle;
      else last = middle + 1;
    }
    return offset;
  };

  const copy = (from, at, to, place, count) => {
    if (from === to && at < place)
      for (let index = count - 1; index >= 0; index -= 1) to[place + index] = from[at + index];
    else for (let index = 0; index < count; index += 1) to[place + index] = from[at + index];
  };
  const part = (list, from, count) => {
    const items = [];
    for (let index = 0; index < count; index += 1) items[index] = list[from + index];
    return items;
  };

  /** Merges two neighbours, the first of which is the shorter, from their beginning. */
  const mergeLow = (state, baseA, lengthA, baseB, lengthB) => {
    const { list, order } = state;
    const items = part(list, baseA, lengthA);
    let [to, a, b, leftA, leftB] = [baseA, 0, baseB, lengthA, lengthB];
    const finishA = () => copy(items, a, list, to, leftA);
    const finishB = () => {
      copy(list, b, list, to, leftB);
      list[to + leftB] = items[a];
    };
    list[to] = list[b];
    to += 1;
    b += 1;
    leftB -= 1;
    if (leftB === 0) return finishA();
    if (leftA === 1) return finishB();
    let minGallop = state.minGallop;
    while (true) {
      let winsA = 0;
      let winsB = 0;
      do {
        if (order(list[b], items[a]) < 0) {
          list[to] = list[b];
          to += 1;
          b += 1;
          leftB -= 1;
          winsB += 1;
          winsA = 0;
          if (leftB === 0) return finishA();
        } else {
          list[to] = items[a];
          to += 1;
          a += 1;
          leftA -= 1;
          winsA += 1;
          winsB = 0;
          if (leftA === 1) return finishB();
        }
      } while (winsA < minGallop && winsB < minGallop);
      minGallop += 1;
      do {
        minGallop = minGallop > 2 ? minGallop - 1 : 1;
        state.minGallop = minGallop;
        winsA = gallopRight(items, list[b], a, leftA, 0, order);
        if (winsA > 0) {
          copy(items, a, list, to, winsA);
          to += winsA;
          a += winsA;
          leftA -= winsA;
          if (leftA === 1) return finishB();
          if (leftA === 0) return undefined;
        }
        list[to] = list[b];
        to += 1;
        b += 1;
        leftB -= 1;
        if (leftB === 0) return finishA();
        winsB = gallopLeft(list, items[a], b, leftB, 0, order);
        if (winsB > 0) {
          copy(list, b, list, to, winsB);
          to += winsB;
          b += winsB;
          leftB -= winsB;
          if (leftB === 0) return finishA();
        }
        list[to] = items[a];
        to += 1;
        a += 1;
        leftA -= 1;
        if (leftA === 1) return finishB();
      } while (winsA >= MIN_GALLOP || winsB >= MIN_GALLOP);
      minGallop += 1;
      state.minGallop = minGallop;
    }
  };

  /** Merges two neighbours, the second of which is the shorter, from their end. */
  const mergeHigh = (state, baseA, lengthA, baseB, lengthB) => {
    const { list, order } = state;
    const items = part(list, baseB, lengthB);
    let [to, a, b, leftA, leftB] = [baseB + lengthB - 1, baseA + lengthA - 1, lengthB - 1, lengthA, lengthB];
    const finishB = () => copy(items, 0, list, to - (leftB - 1), leftB);
    const finishA = () => {
      to -= leftA;
      a -= leftA;
      copy(list, a + 1, list, to + 1, leftA);
      list[to] = items[b];
    };
    list[to] = list[a];
    to -= 1;
    a -= 1;
    leftA -= 1;
    if (leftA === 0) return finishB();
    if (leftB === 1) return finishA();
    let minGallop = state.minGallop;
    while (true) {
      let winsA = 0;
      let winsB = 0;
      do {
        if (order(items[b], list[a]) < 0) {
          list[to] = list[a];
          to -= 1;
          a -= 1;
          leftA -= 1;
          winsA += 1;
          winsB = 0;
          if (leftA === 0) return finishB();
        } else {
          list[to] = items[b];
          to -= 1;
          b -= 1;
          leftB -= 1;
          winsB += 1;
          winsA = 0;
          if (leftB === 1) return finishA();
        }
      } while (winsA < minGallop && winsB < minGallop);
      minGallop += 1;
      do {
        minGallop = minGallop > 2 ? minGallop - 1 : 1;
        state.minGallop = minGallop;
        winsA = leftA - gallopRight(list, items[b], baseA, leftA, leftA - 1, order);
        if (winsA > 0) {
          to -= winsA;
          a -= winsA;
          copy(list, a + 1, list, to + 1, winsA);
          leftA -= winsA;
          if (leftA === 0) return finishB();
        }
        list[to] = items[b];
        to -= 1;
        b -= 1;
        leftB -= 1;
        if (leftB === 1) return finishA();
        winsB = leftB - gallopLeft(items, list[a], 0, leftB, leftB - 1, order);
        if (winsB > 0) {
          to -= winsB;
          b -= winsB;
          copy(items, b + 1, list, to + 1, winsB);
          leftB -= winsB;
          if (leftB === 1) return finishA();
          if (leftB === 0) return undefined;
        }
        list[to] = list[a];
        to -= 1;
        a -= 1;
        leftA -= 1;
        if (leftA === 0) return finishB();
      } while (winsA >= MIN_GALLOP || winsB >= MIN_GALLOP);
      minGallop += 1;
      state.minGallop = minGallop;
    }
  };

  return { MIN_GALLOP, gallopLeft, gallopRight, mergeLow, mergeHigh };
});
