/** Returns false for text with a NUL or half of a surrogate pair, which JSON can hold and `jsonb` can't. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/**
 * Returns true if one of a JSON value's texts, or of its member names, satisfies `isSought`. Much faster
 * than a search in the JSON text of a large value, which would have to be written first, and than lists of
 * its members.
 */
export function someText(value: unknown, isSought: (text: string) => boolean): boolean {
  if (typeof value === 'string') return isSought(value);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (someText(item, isSought)) return true;
    return false;
  }
  for (const name in value)
    if (isSought(name) || someText((value as Record<string, unknown>)[name], isSought)) return true;
  return false;
}
