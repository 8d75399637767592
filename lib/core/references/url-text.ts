import { readUrl } from '@/lib/platform/read-url';
import { ResolveError } from './resolve-error';

const DOT_SEGMENT = /^(?:\.|%2e){1,2}$/i;
const HTTP_WITH_HOST = /^https?:\/\/[^/\\?#]/i;

/** Percent-encodes everything with a meaning in a URL, `/` too. Half characters become U+FFFD. */
export function encodeUrlText(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** True if a path would lose this segment, and perhaps the one before it. */
export function isDotSegment(segment: string): boolean {
  return DOT_SEGMENT.test(segment);
}

export function isHttpUrl(text: string): boolean {
  return HTTP_WITH_HOST.test(text) && readUrl(text) !== null;
}

/** Encodes the characters that a browser encodes when they are typed into its address bar. */
export function encodeAsBrowser(url: string): string {
  return url.replace(/[ "<>`{}]/g, (char) => encodeURIComponent(char));
}

export const hasControl = (text: string): boolean => controlIn(text) !== null;

/** Returns the first control character; null if there is none. */
export function controlIn(text: string): string | null {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code === 0x7f) return text[index] as string;
  }
  return null;
}

/** Encodes a value as (part of) one path segment. `source`: the value as the author wrote it. */
export function encodeSegmentText(value: string, source: string): string {
  if (value === '') {
    throw new ResolveError('REF_EMPTY_IN_PATH', `${source} is empty; the URL would address something else.`);
  }
  if (hasControl(value)) throw new ResolveError('URL_INVALID', `${source} holds control characters.`);
  return encodeUrlText(value);
}

export function dotSegmentError(segment: string): ResolveError {
  return new ResolveError(
    'URL_DOT_SEGMENT',
    `A path segment becomes "${segment}", which would leave the path.`,
  );
}
