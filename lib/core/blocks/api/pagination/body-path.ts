import { ReferenceReader, type Step } from '../../../references/grammar';
import { readStep } from '../../../references/read-path';

const HEAD = 'x.body';

/**
 * Returns the value at a path of a response's body, in the syntax of references: `data.items`,
 * `data[-1].id`, `['odd key']`. A text that is a key of the body as it stands means that key:
 * `@odata.nextLink`. An empty path is the body; undefined if there is no value.
 */
export function valueAt(body: unknown, path: string): unknown {
  const text = path.trim();
  if (text === '') return body;
  if (!Array.isArray(body)) {
    const named = readStep(body, text);
    if (named !== undefined) return named;
  }
  return parsePath(text)?.reduce<unknown>((value, step) => readStep(value, step), body);
}

/** Parses a path; null if it is none. */
export function parsePath(path: string): readonly Step[] | null {
  const text = `<${HEAD}${path.startsWith('[') ? '' : '.'}${path}>`;
  const reference = new ReferenceReader(text).readAt(0, () => true);
  if (reference === null || reference.end !== text.length) return null;
  return reference.path.slice(1);
}

const SHOWN_LISTS = 5;

/** Returns the names of the lists at the top of a body, for messages about a wrong path. */
export function listsIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  return Object.entries(body)
    .filter(([, value]) => Array.isArray(value))
    .map(([name]) => name.slice(0, 40))
    .slice(0, SHOWN_LISTS);
}

const DEEPEST_LIST = 4;
const MOST_MEMBERS = 200;

/** Members that describe the response rather than its content. */
const DESCRIBES = /^(?:kind|etag|selfLink|@.*)$/;

/**
 * True if a response without its list means that there are no items: it only has descriptive members, as
 * Google's, or a count of 0 (`{"meta": {"result_count": 0}}`) and no list anywhere else.
 */
export function isEmptyAnswer(body: Readonly<Record<string, unknown>>): boolean {
  const isBlank = Object.keys(body).every((name) => DESCRIBES.test(name));
  return isBlank || (holds(body, (value) => value === 0) && !holds(body, Array.isArray));
}

/** True if a matching value is near the top of a body. */
function holds(body: unknown, isSought: (value: unknown) => boolean, depth = 0): boolean {
  if (isSought(body)) return true;
  if (typeof body !== 'object' || body === null || depth >= DEEPEST_LIST) return false;
  return Object.values(body)
    .slice(0, MOST_MEMBERS)
    .some((value) => holds(value, isSought, depth + 1));
}
