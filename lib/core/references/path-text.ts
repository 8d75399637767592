import { isPlainName, type Literal, type Reference, ReferenceReader, type Step } from './grammar';

/**
 * Writes one step as in references: `.name`, `[0]`, `['odd key']`. The quotes are single ones, because a
 * reference often stands inside the quotes of a JSON body.
 */
export function stepText(step: Step): string {
  if (typeof step === 'number') return `[${step}]`;
  return isPlainName(step) ? `.${step}` : `[${quoted(step, "'")}]`;
}

/** Writes a path after a head: `.data.items[0]['odd key']`. The first step, an output's name, has its dot. */
export const pathText = (path: readonly Step[]): string =>
  path.map((step, index) => (index === 0 ? `.${step}` : stepText(step))).join('');

/** Writes a path inside a value, without a head: `items[0]['odd key']`. */
export const pathInside = (path: readonly Step[]): string => path.map(stepText).join('').replace(/^\./, '');

/** Writes a literal after `??`. */
export const literalText = (value: Literal): string =>
  typeof value === 'string' ? quoted(value, '"') : JSON.stringify(value);

/** Quotes text as the grammar reads it: only the quote and the backslash are escaped. */
export const quoted = (text: string, quote: '"' | "'"): string =>
  quote + text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`) + quote;

/** Returns the steps of a path that `pathInside` wrote or a user typed; null for other text. */
export function readPathInside(text: string): readonly Step[] | null {
  const reference = wholeReference(`<v.v${text === '' || text.startsWith('[') ? '' : '.'}${text}>`);
  const isPath =
    reference !== null && !reference.optional && reference.fallback === null && reference.modifier === null;
  return isPath ? reference.path.slice(1) : null;
}

/** Reads a text that is one reference, whatever its head; null if it is anything else or more. */
export function wholeReference(text: string): Reference | null {
  const reference = new ReferenceReader(text).readAt(0, () => true);
  return reference?.end === text.length ? reference : null;
}
