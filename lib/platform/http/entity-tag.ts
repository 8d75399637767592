import { createHash } from 'node:crypto';
import { inSlices } from '../in-slices';
import { writeJson } from '../text/json-text';
import { slicesOfText } from '../text/slices-of-text';
import { Reply } from './reply';

const TAG_CHARACTERS = 22;

/** Responses vary by caller and Accept. */
export const REVALIDATED = { 'cache-control': 'private, no-cache', vary: 'accept, x-api-key, cookie' };

/**
 * Returns a response that may be cached and revalidated: the whole one, or 304 when the caller has it
 * already. `live` is the part of it that changes while the rest stays the same.
 */
export async function answerTagged(
  answer: unknown,
  live: unknown,
  ifNoneMatch: string | undefined,
): Promise<Reply> {
  const text = writeJson(answer);
  const etag = await entityTag(text.replaceAll(JSON.stringify(live), ''));
  const headers = { etag, ...REVALIDATED };
  return matches(ifNoneMatch, etag)
    ? new Reply(null, 304, headers)
    : new Reply(text, 200, { 'content-type': 'application/json', ...headers });
}

/** Returns a weak tag: equal tags mean equal content, not equal bytes. */
async function entityTag(text: string): Promise<string> {
  const hash = await inSlices(hashing(text));
  return `W/"${hash.slice(0, TAG_CHARACTERS)}"`;
}

function* hashing(text: string): Generator<void, string, void> {
  const hash = createHash('sha256');
  for (const slice of slicesOfText(text)) {
    hash.update(slice);
    yield;
  }
  return hash.digest('base64url');
}

/** Compares by the weak comparison of RFC 9110. */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag));
}
