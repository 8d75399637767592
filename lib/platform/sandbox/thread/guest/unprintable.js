/* Kinds of objects that JSON would silently empty, with the value to return instead. */
(function makeUnprintable() {
  const kinds = [];
  return {
    kinds,
    defineUnprintable(Kind, instead) {
      kinds[kinds.length] = [Kind, instead];
    },
  };
});
