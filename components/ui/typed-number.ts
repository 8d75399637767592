const NUMBER = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?$/i;
/** A thousand for one reader and one for another. */
const AMBIGUOUS = /^[+-]?[1-9]\d{0,2},\d{3}$/;

/**
 * Returns the number that a person typed, with a point or a comma before its decimals; NaN for anything else, so
 * that nothing is read as another number than was meant.
 */
export function typedNumber(text: string): number {
  const typed = text.trim();
  return NUMBER.test(typed) && !AMBIGUOUS.test(typed) ? Number(typed.replace(',', '.')) : Number.NaN;
}

/** Says what is wrong with it; null for a number and for nothing. */
export function whyNoNumber(text: string): string | null {
  const typed = text.trim();
  if (typed === '' || !Number.isNaN(typedNumber(typed))) return null;
  return AMBIGUOUS.test(typed)
    ? `Write ${typed.replace(',', '')} or ${typed.replace(',', '.')}.`
    : 'Type a number, such as 30 or 1.5.';
}

/** Returns what is wrong with the numbers of a form, by their names. */
export function numberProblems(
  texts: Readonly<Partial<Record<string, string>>>,
  prefix = '',
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text = '']) => {
      const problem = whyNoNumber(text);
      return problem === null ? [] : [[`${prefix}${name}`, problem]];
    }),
  );
}
