import { stepText } from '@/lib/core/references/path-text';
import { writeJson } from '@/lib/platform/text/json-text';
import { findMatches, type JsonMatch } from './json-search';
import { countChildren, isBranch, type JsonKind, type JsonPath, kindOf, previewOf } from './json-tree';
import { lineAt, lineStarts } from './text-lines';

/** One line of a tree. A long string is a branch too, with its lines below it. */
export interface JsonRow {
  /** Unique in the tree. */
  id: string;
  /** The path of the value; for a line, of its string. */
  path: JsonPath;
  depth: number;
  /** Name or index in the parent; null for the root and for a line. */
  name: string | number | null;
  kind: JsonKind | 'line';
  /** A plain value, or a closed branch as one line. */
  text: string;
  /** The number of children of a branch; 1 for a closed string; null for plain values. */
  childCount: number | null;
  open: boolean;
  /** The index of the parent's row; -1 for the root. */
  parent: number;
}

/** A branch with its children. */
interface Branch {
  value: object | string;
  path: JsonPath;
  id: string;
  depth: number;
  count: number;
  /** The keys of an object, else null. */
  keys: readonly string[] | null;
  /** The line starts of a string, else null. */
  lines: readonly number[] | null;
  /** Open children by their index, in order. */
  opened: Map<number, Branch>;
  /** The number of rows below it, including its children's. */
  size: number;
}

/** The rows of a JSON value. Their cost depends on the open part, not on the size of the value. */
export interface JsonRows {
  count: () => number;
  /** The rows from `from` up to before `to`. */
  slice: (from: number, to: number) => JsonRow[];
  toggle: (index: number) => void;
  find: (needle: string) => JsonMatch[];
  /** Opens the branches around a match. @returns its row */
  reveal: (match: JsonMatch) => number;
  valueAt: (path: JsonPath) => unknown;
}

const PREVIEW_CHARS = 240;
const OPEN_DEPTH = 2;
const OPEN_CHILDREN = 60;
/** The maximum number of children; those of a longer list are all closed initially. */
const MOST_LOOKED_AT = 1_000;

/** True if a branch is open by default: at the first levels, unless it is long. The root always is. */
const opensByItself = (depth: number, value: unknown): boolean =>
  depth === 0 || (depth < OPEN_DEPTH && isBranch(value) && countChildren(value) <= OPEN_CHILDREN);

const hasChildren = (value: unknown): value is object | string =>
  isBranch(value) ? countChildren(value) > 0 : typeof value === 'string' && value.length > PREVIEW_CHARS;

/** `toggled` contains the ids of branches that differ from their default; it is updated here. */
export function createJsonRows(root: unknown, toggled: Set<string>): JsonRows {
  const shouldOpen = (value: unknown, depth: number, id: string) =>
    hasChildren(value) && opensByItself(depth, value) !== toggled.has(id);
  const open = (value: object | string, path: JsonPath, id: string, depth: number): Branch => {
    const lines = typeof value === 'string' ? lineStarts(value) : null;
    const keys = lines === null && !Array.isArray(value) ? Object.keys(value) : null;
    const count = lines?.length ?? keys?.length ?? countChildren(value as object);
    const branch: Branch = { value, path, id, depth, count, keys, lines, opened: new Map(), size: count };
    if (lines !== null || count > MOST_LOOKED_AT) return branch;
    for (let at = 0; at < count; at += 1) {
      const child = childOf(branch, at);
      if (!shouldOpen(child.value, depth + 1, child.id)) continue;
      const inside = open(child.value as object | string, child.path, child.id, depth + 1);
      branch.opened.set(at, inside);
      branch.size += inside.size;
    }
    return branch;
  };
  let top = shouldOpen(root, 0, '') ? open(root as object | string, [], '', 0) : null;
  const count = () => 1 + (top?.size ?? 0);

  /** Finds the branch, the child's index and the surrounding branches for a row after the first. */
  const locate = (index: number) => {
    const around: Branch[] = [];
    let branch = top;
    let parent = 0;
    let left = index - 1;
    while (branch !== null) {
      around.push(branch);
      const { before, inside } = passOpened(branch, left);
      if (inside === null) return { around, branch, at: left - before, parent };
      const [at, child] = inside;
      parent += at + before + 1;
      left -= at + before + 1;
      branch = child;
    }
    throw new RangeError(`The tree has no row ${index}`);
  };

  const rowAt = (index: number): JsonRow => {
    if (index === 0) return rowOf({ value: root, path: [], id: '', name: null }, 0, -1, top);
    const { branch, at, parent } = locate(index);
    return rowOf(childOf(branch, at), branch.depth + 1, parent, branch.opened.get(at) ?? null);
  };

  const setOpen = (index: number, isOpen: boolean) => {
    const note = (id: string, value: unknown, depth: number) => {
      if (opensByItself(depth, value) === isOpen) toggled.delete(id);
      else toggled.add(id);
    };
    if (index === 0) {
      if (!hasChildren(root)) return;
      note('', root, 0);
      top = isOpen ? (top ?? open(root, [], '', 0)) : null;
      return;
    }
    const { around, branch, at } = locate(index);
    const { value, path, id } = childOf(branch, at);
    if (branch.lines !== null || !hasChildren(value) || branch.opened.has(at) === isOpen) return;
    note(id, value, branch.depth + 1);
    const inside = branch.opened.get(at) ?? open(value, path, id, branch.depth + 1);
    if (isOpen) branch.opened = new Map([...branch.opened, [at, inside] as const].sort(([a], [b]) => a - b));
    else branch.opened.delete(at);
    for (const each of around) each.size += isOpen ? inside.size : -inside.size;
  };

  /** Opens the branch in a row and returns it; null if it has no children. */
  const openAt = (index: number): Branch | null => {
    setOpen(index, true);
    if (index === 0) return top;
    const { branch, at } = locate(index);
    return branch.opened.get(at) ?? null;
  };
  const reveal = ({ path, offset }: JsonMatch): number => {
    let index = 0;
    for (const part of path) {
      const inside = openAt(index);
      if (inside === null) return index;
      index += 1 + rowsBefore(inside, inside.keys?.indexOf(String(part)) ?? Number(part));
    }
    const lines = offset === undefined ? null : openAt(index)?.lines;
    return lines && offset !== undefined ? index + 1 + lineAt(lines, offset) : index;
  };

  return {
    count,
    slice: (from, to) =>
      Array.from({ length: Math.max(0, Math.min(to, count()) - from) }, (_, at) => rowAt(from + at)),
    toggle: (index) => setOpen(index, !rowAt(index).open),
    find: (needle) => findMatches(root, needle, PREVIEW_CHARS),
    reveal,
    valueAt: (path) => path.reduce<unknown>((value, part) => Reflect.get(Object(value), part), root),
  };
}

/**
 * Returns the open child with row `left` below a branch, and the number of open children's rows before it.
 */
function passOpened(branch: Branch, left: number): { before: number; inside: [number, Branch] | null } {
  let before = 0;
  for (const [at, child] of branch.opened) {
    if (left <= at + before) break;
    if (left <= at + before + child.size) return { before, inside: [at, child] };
    before += child.size;
  }
  return { before, inside: null };
}

/** Returns the number of rows of a branch above its child at `place`. */
function rowsBefore(branch: Branch, place: number): number {
  let rows = place;
  for (const [at, child] of branch.opened) if (at < place) rows += child.size;
  return rows;
}

interface Child {
  value: unknown;
  path: JsonPath;
  id: string;
  name: string | number | null;
  isLine?: boolean;
}

function childOf({ value, path, id, keys, lines }: Branch, at: number): Child {
  if (typeof value === 'string') {
    const line = value.slice(lines?.[at], lines?.[at + 1]).replace(/\r?\n$/, '');
    return { value: line, path, id: `${id}#${at}`, name: null, isLine: true };
  }
  const name = keys?.[at] ?? at;
  return { value: Reflect.get(value, name), path: [...path, name], id: id + stepText(name), name };
}

/** `inside`: the content below it, if it is open. */
function rowOf(child: Child, depth: number, parent: number, inside: Branch | null): JsonRow {
  const { value, path, id, name, isLine = false } = child;
  const common = { id, path, depth, name, open: inside !== null, parent };
  if (isLine) return { ...common, kind: 'line', text: String(value), childCount: null };
  const text = previewOf(value, PREVIEW_CHARS);
  return { ...common, kind: kindOf(value), text, childCount: inside?.count ?? childrenOf(value) };
}

/** Returns the number of children; for a closed string only that it has some. */
function childrenOf(value: unknown): number | null {
  if (isBranch(value)) return countChildren(value);
  return hasChildren(value) ? 1 : null;
}

/** Returns the text to copy for a row: a string unchanged, any other value as JSON. */
export function textOfRow({ valueAt }: Pick<JsonRows, 'valueAt'>, { kind, text, path }: JsonRow): string {
  if (kind === 'line') return text;
  const value = valueAt(path);
  return typeof value === 'string' ? value : (writeJson(value, null, 2) ?? '');
}
