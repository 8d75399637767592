/* The result of `Intl.Segmenter`: the host splits the text when the first part is requested. */
(function makeSegments({ ask, defineMethod, hide }) {
  const Iterator = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));

  return (number, input) => {
    let all = null;
    const parts = () => {
      if (all === null) all = ask('segment', number, input);
      return all;
    };
    const shown = ([index, segment, isWordLike]) => {
      const part = { segment, index, input };
      if (isWordLike !== undefined && isWordLike !== null) part.isWordLike = isWordLike;
      return part;
    };
    const segments = {};
    defineMethod(segments, 'containing', 1, (index) => {
      const at = Math.trunc(+index) || 0;
      if (at < 0 || at >= input.length) return undefined;
      const list = parts();
      let place = 0;
      while (place + 1 < list.length && list[place + 1][0] <= at) place += 1;
      return shown(list[place]);
    });
    hide(segments, Symbol.iterator, () => {
      let next = 0;
      const iterator = Object.create(Iterator);
      hide(iterator, 'next', () => {
        const list = parts();
        if (next >= list.length) return { value: undefined, done: true };
        next += 1;
        return { value: shown(list[next - 1]), done: false };
      });
      return iterator;
    });
    return segments;
  };
});
