import { keyIds, open, seal } from './encryption';

// Letters that stand for themselves in every part of a URL, so that sealed parts of one leave the others
// where they are.
const SEALED = /~sealed\.([A-Za-z0-9_-]+)~/g;

const WHOLLY_SEALED = /^~sealed\.[A-Za-z0-9_-]+~$/;

/**
 * A text sealed so that it can stand inside another. `context` as for `seal`. What is sealed already, by a
 * key that is not at hand now, stays as it is.
 */
export const sealText = (text: string, context: string): string =>
  WHOLLY_SEALED.test(text) ? text : `~sealed.${seal(text, context).toString('base64url')}~`;

/**
 * The text with every sealed part opened. What looks sealed and doesn't open in this context was typed so,
 * and stays.
 */
export function openText(text: string, context: string): string {
  if (!text.includes('~sealed.')) return text;
  return text.replace(SEALED, (whole, sealed: string) => {
    try {
      return open(Buffer.from(sealed, 'base64url'), context);
    } catch {
      return whole; // sealed for another place, or no sealed text at all
    }
  });
}

/**
 * The text with every part that the current key sealed replaced: what is left is plain, or sealed by another
 * key.
 */
export function replaceSealed(text: string, replacement: string): string {
  const { current } = keyIds();
  return text.replace(SEALED, (whole, sealed: string) =>
    // The key's id stands behind the version byte.
    Buffer.from(sealed, 'base64url')
      .subarray(1, 1 + current.length)
      .equals(current)
      ? replacement
      : whole,
  );
}
