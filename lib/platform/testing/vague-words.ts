/** Traces of a missing value that was put into a text. `null` elsewhere is an ordinary word of JSON. */
const HOLLOW = /\bundefined\b|\[object |\bNaN\b|^null$|(?:: |["“])null\b/;

export const isHollow = (text: string): boolean => text.trim() === '' || HOLLOW.test(text);

/** Members of a response that people read. */
const SAID: ReadonlySet<string> = new Set(['message', 'detail', 'title']);

/**
 * Returns the members of a response that are empty or contain traces of missing values: each with its path.
 * An object with a `code` must have a `message` or a `detail` too.
 */
export function vagueWords(answer: unknown, path = ''): string[] {
  if (Array.isArray(answer)) return answer.flatMap((item, index) => vagueWords(item, `${path}[${index}]`));
  if (typeof answer !== 'object' || answer === null) return [];
  const found: string[] = [];
  const members = Object.entries(answer);
  if ('code' in answer && !members.some(([name]) => name === 'message' || name === 'detail'))
    found.push(`${path} has a code and no words`);
  for (const [name, value] of members) {
    const place = `${path}.${name}`;
    const isText = typeof value === 'string';
    // An attempt has only a code: the words are in the error that lists it.
    if (name === 'attempts') continue;
    if (SAID.has(name) && (!isText || isHollow(value))) found.push(`${place}: ${JSON.stringify(value)}`);
    else if (name === 'error' && isText && isHollow(value)) found.push(`${place}: ${value}`);
    else found.push(...vagueWords(value, place));
  }
  return found;
}
