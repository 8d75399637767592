import { ExactNumber } from '../../platform/text/exact-number';
import { MAX_DEPTH, MAX_FIELDS, MAX_PATH_LENGTH, MAX_PATHS, MAX_VALUES, type Profile } from './profile';

/** One response of another server. */
export interface Answer {
  status: number;
  contentType: string | null;
  /** Undefined if unknown, for example because it was too large to be logged. */
  body: unknown;
}

/** The observations of one answer at one path. */
export interface Observed {
  there: boolean;
  /** `missing`, `null`, names of types, a status or a content type. */
  events: Set<string>;
}

export const STATUS_PATH = 'status';
const CONTENT_TYPE_PATH = 'contentType';
const BODY_PATH = 'body';

/** A key that is data: a number, a UUID, a hash, a date, an address. All such keys share one path. */
const IS_DATA =
  /^(?:\d+|[0-9a-f-]{36}|(?=[0-9a-f]*\d)[0-9a-f]{8,64}|\d{4}-\d\d-\d\d.{0,30}|[^@]{1,80}@.{1,80})$/i;

/** Returns the path of a key, written as in a reference: `2xx body.items[].id`. */
export const pathOfKey = (parent: string, key: string): string =>
  /^[A-Za-z_$][A-Za-z0-9_$-]*$/.test(key) ? `${parent}.${key}` : `${parent}[${JSON.stringify(key)}]`;

const classOf = (status: number): string => `${Math.floor(status / 100)}xx`;

/** `application/json; charset=utf-8` → `application/json` */
function mediaTypeOf(contentType: string | null): string {
  const type = (contentType ?? '').split(';')[0]!.trim().toLowerCase();
  if (type === '') return 'none';
  return /^[a-z0-9.+-]{1,60}\/[a-z0-9.+-]{1,60}$/.test(type) ? type : 'other';
}

/** Returns all observations of an answer by path. The profile decides which objects are maps. */
export function observeAnswer(profile: Profile, answer: Answer): Map<string, Observed> {
  const { status, contentType, body } = answer;
  const found = new Map<string, Observed>();
  note(found, STATUS_PATH, String(status));
  const root = classOf(status);
  const mediaType = mediaTypeOf(contentType);
  const typePath = `${root} ${CONTENT_TYPE_PATH}`;
  note(found, typePath, mediaType);
  // Text in place of JSON changes the type of the body, not each of its fields.
  const known = profile.paths[typePath];
  const isOther = known !== undefined && known.seen[mediaType] === undefined;
  // Text that isn't JSON has no shape.
  const isText = typeof body === 'string' && !mediaType.includes('json');
  const bodyPath = `${root} ${BODY_PATH}`;
  if (body !== undefined && !isOther && !isText) new Walk(profile, found).visit(bodyPath, body, 0);
  else if (typeof body === 'string' && (isOther || watchesText(profile, bodyPath)))
    note(found, bodyPath, eventOf(body));
  return found;
}

/**
 * True if a text body was noted before. Older profiles did not note texts of a usual content type, so
 * none of them counts as news there.
 */
const watchesText = ({ paths, trials }: Profile, path: string): boolean =>
  paths[path]?.seen.string !== undefined ||
  trials.some((trial) => trial.path === path && trial.event === 'string');

function note(found: Map<string, Observed>, path: string, event: string): void {
  const known = found.get(path);
  const there = event !== 'missing';
  if (known === undefined) found.set(path, { there, events: new Set([event]) });
  else {
    known.there ||= there;
    known.events.add(event);
  }
}

class Walk {
  readonly #profile: Profile;
  readonly #found: Map<string, Observed>;
  #left = MAX_VALUES;
  /** The fields seen in each parent, by its path, so that missing ones are known. */
  readonly #fields = new Map<string, string[]>();

  constructor(profile: Profile, found: Map<string, Observed>) {
    this.#profile = profile;
    this.#found = found;
    for (const path of Object.keys(profile.paths)) {
      const parent = parentOf(path);
      if (parent === null) continue;
      const fields = this.#fields.get(parent);
      if (fields === undefined) this.#fields.set(parent, [path]);
      else fields.push(path);
    }
  }

  visit(path: string, value: unknown, depth: number): void {
    if (this.#left <= 0 || path.length > MAX_PATH_LENGTH) return;
    if (!this.#found.has(path) && this.#found.size >= MAX_PATHS) return;
    this.#left -= 1;
    note(this.#found, path, eventOf(value));
    if (depth >= MAX_DEPTH) return;
    if (Array.isArray(value)) for (const item of value) this.visit(`${path}[]`, item, depth + 1);
    else if (isObject(value)) this.#visitFields(path, value, depth + 1);
  }

  #visitFields(path: string, value: Record<string, unknown>, depth: number): void {
    const keys = Object.keys(value);
    const isMap = this.#profile.paths[path]?.map === true || keys.length > MAX_FIELDS;
    const here = new Set<string>();
    for (const key of keys) {
      const field = isMap || IS_DATA.test(key) ? `${path}.*` : pathOfKey(path, key);
      here.add(field);
      this.visit(field, value[key], depth);
    }
    // The presence or absence of a key in a map says nothing.
    for (const field of this.#fields.get(path) ?? [])
      if (!here.has(field) && !field.endsWith('.*') && !isMap) note(this.#found, field, 'missing');
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof ExactNumber);

function eventOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return value instanceof ExactNumber ? 'number' : typeof value;
}

/** Returns the object that a path is a field of; null for items of a list and for paths that are no field. */
export function parentOf(path: string): string | null {
  if (path.endsWith('"]')) {
    const start = path.lastIndexOf('["');
    return start > 0 ? path.slice(0, start) : null;
  }
  const dot = path.lastIndexOf('.');
  return dot > 0 && !path.endsWith('[]') ? path.slice(0, dot) : null;
}
