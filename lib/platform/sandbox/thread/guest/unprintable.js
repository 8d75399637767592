/* Kinds of objects that JSON would empty without a word, with what to give back instead. */
(function makeUnprintable() {
  const kinds = [];
  return {
    kinds,
    defineUnprintable(Kind, instead) {
      kinds[kinds.length] = [Kind, instead];
    },
  };
});
