import { keyIds, open, seal } from './encryption';

// The marker uses characters that every part of a URL may contain unescaped, so that sealed parts of a URL
// leave the other parts in place.
const SEALED = /~sealed\.([A-Za-z0-9_-]+)~/g;

const WHOLLY_SEALED = /^~sealed\.[A-Za-z0-9_-]+~$/;

/**
 * Seals a text so that it can be embedded in another. `context` as for `seal`. A text that is sealed
 * already, even by a key that is not available now, stays unchanged.
 */
export const sealText = (text: string, context: string): string =>
  WHOLLY_SEALED.test(text) ? text : `~sealed.${seal(text, context).toString('base64url')}~`;

/**
 * Returns the text with every sealed part opened. A part that looks sealed and doesn't open in this context
 * was typed that way, and stays.
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
 * Returns the text with every part that the current key sealed replaced: the rest is plain, or sealed by
 * another key.
 */
export function replaceSealed(text: string, replacement: string): string {
  const { current } = keyIds();
  return text.replace(SEALED, (whole, sealed: string) =>
    // The key's id follows the version byte.
    Buffer.from(sealed, 'base64url')
      .subarray(1, 1 + current.length)
      .equals(current)
      ? replacement
      : whole,
  );
}
