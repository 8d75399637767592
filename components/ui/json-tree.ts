import { ExactNumber } from '@/lib/platform/text/exact-number';

/** A JSON value as the rows of a tree, computed only where it is open: a megabyte stays quick. */

export type JsonPath = ReadonlyArray<string | number>;

export interface JsonRow {
  /** `pathText` of the path: unique in the tree. */
  id: string;
  path: JsonPath;
  depth: number;
  /** Name or index in the parent; null for the root. */
  name: string | number | null;
  value: unknown;
  /** Children of an object or array; null for plain values. */
  childCount: number | null;
  open: boolean;
}

const OPEN_DEPTH = 2;
const OPEN_CHILDREN = 60;

export function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber);
}

export function countChildren(value: object): number {
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

/** Open unless toggled: the first levels, where they aren't long. The root is always open at first. */
function opensByItself(depth: number, childCount: number): boolean {
  return depth === 0 || (depth < OPEN_DEPTH && childCount <= OPEN_CHILDREN);
}

/** `toggled` holds the ids of branches that stand the other way than by themselves. */
export function visibleRows(root: unknown, toggled: ReadonlySet<string>): JsonRow[] {
  const rows: JsonRow[] = [];
  const visit = (value: unknown, path: JsonPath, id: string) => {
    const childCount = isBranch(value) ? countChildren(value) : null;
    const open =
      childCount !== null && childCount > 0 && opensByItself(path.length, childCount) !== toggled.has(id);
    rows.push({ id, path, depth: path.length, name: path.at(-1) ?? null, value, childCount, open });
    if (!open || !isBranch(value)) return;
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, [...path, index], id + step(index));
    } else {
      for (const [key, item] of Object.entries(value)) visit(item, [...path, key], id + step(key));
    }
  };
  visit(root, [], '');
  return rows;
}

function step(part: string | number): string {
  if (typeof part === 'number') return `[${part}]`;
  return /^[A-Za-z_$][A-Za-z0-9_$-]*$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
}

/** `data.items[0]["odd key"]`: the form references take after the block's name. */
export function pathText(path: JsonPath): string {
  return path.map(step).join('').replace(/^\./, '');
}

/** One line for a closed branch or a plain value, at most `maxChars` long. */
export function previewOf(value: unknown, maxChars: number): string {
  if (typeof value === 'string') return JSON.stringify(clip(value, maxChars));
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[ ${value.length} ]`;
  if (!isBranch(value)) return String(value);
  const keys = Object.keys(value);
  if (keys.length === 0) return '{}';
  return clip(`{ ${keys.slice(0, 12).join(', ')}${keys.length > 12 ? ', …' : ''} }`, maxChars);
}

function clip(text: string, maxChars: number): string {
  return text.length > maxChars ? `${text.slice(0, maxChars)}…` : text;
}

const MAX_MATCHES = 500;

/** Paths whose key or plain value contains `needle` (any case), in reading order, at most 500. */
export function findInJson(root: unknown, needle: string): JsonPath[] {
  const sought = needle.toLowerCase();
  const found: JsonPath[] = [];
  const visit = (value: unknown, path: JsonPath) => {
    if (found.length >= MAX_MATCHES) return;
    const name = path.at(-1);
    const named = typeof name === 'string' && name.toLowerCase().includes(sought);
    if (named || (!isBranch(value) && String(value).toLowerCase().includes(sought))) found.push(path);
    if (!isBranch(value)) return;
    if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(item, [...path, index]);
    else for (const [key, item] of Object.entries(value)) visit(item, [...path, key]);
  };
  if (sought !== '') visit(root, []);
  return found;
}

/** `toggled` changed so that every ancestor of `path` is open. */
export function openTo(root: unknown, toggled: ReadonlySet<string>, path: JsonPath): ReadonlySet<string> {
  const next = new Set(toggled);
  let value = root;
  let id = '';
  for (const [depth, part] of path.entries()) {
    if (!isBranch(value)) break;
    const byItself = opensByItself(depth, countChildren(value));
    if (byItself) next.delete(id);
    else next.add(id);
    value = Reflect.get(value, part);
    id += step(part);
  }
  return next;
}
