import { MAX_TAGS, RunTag, RunTags, splitTags } from '../../core/blocks/run-tags';
import { AppError } from '../../platform/errors';
import type { Examined } from './examine-request';
import type { HookTrigger } from './hook-trigger';

const TAGS_HEADER = 'x-run-tags';

/**
 * Returns the tags of the header `X-Run-Tags`, then the values at the paths of the author's settings. A
 * value that can't be a tag is the author's to mend, and no reason to refuse the sender: it is left out,
 * as are tags above ten.
 * @param readBody called when a path leads into the body
 * @throws AppError invalid_request for a header that can't be tags; as `readBody`
 */
export async function tagsOfRequest(
  { tagPaths }: HookTrigger,
  parts: Examined['parts'],
  readBody: () => Promise<unknown>,
): Promise<string[]> {
  const tags = new Set(tagsOfHeader(parts.headers[TAGS_HEADER]));
  for (const path of tagPaths) {
    const read = RunTag.safeParse(textOf(await valueAt(path, parts, readBody)));
    if (read.success && tags.size < MAX_TAGS) tags.add(read.data);
  }
  return [...tags];
}

function tagsOfHeader(header: unknown): string[] {
  const read = RunTags.safeParse(splitTags(String(header ?? '')));
  if (read.success) return read.data;
  const message = `X-Run-Tags: ${read.error.issues[0]!.message}`;
  throw new AppError('invalid_request', message, {
    issues: [{ param: 'X-Run-Tags', code: 'header_invalid', message }],
  });
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';

/** Returns the request's value at `body.path.to.value` and the like; undefined when there is none. */
export async function valueAt(
  [head, ...names]: readonly string[],
  parts: Examined['parts'],
  readBody: () => Promise<unknown>,
): Promise<unknown> {
  let at: unknown = head === 'body' ? await readBody() : parts[head as 'headers'];
  for (const name of names) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return at;
}
