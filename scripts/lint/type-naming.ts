/** Returns a pattern of the lines in which one of these types of blocks is compared, given or looked up. */
export function typeNaming(types: readonly string[]): RegExp {
  // The capability `sets` has values with the same words.
  const aType = `(?<!\\bsets [!=]== )['"\`](${types.join('|')})['"\`]`;
  return new RegExp(
    [
      `\\btype\\b(?!=| \\w+ =)[^'"\`;]{0,40}${aType}`,
      `${aType} ?[!=]==? ?[\\w.?]{0,40}\\btype\\b`,
      `(?:definition|executor|previewer)\\w{0,20}(?:[.]\\w+)?\\(${aType}`,
    ].join('|'),
    'i',
  );
}
