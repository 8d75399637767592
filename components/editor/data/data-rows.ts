import type { Step } from '@/lib/core/references/grammar';
import { stepText } from '@/lib/core/references/path-text';
import { slugOf } from '@/lib/core/references/slug';
import { countChildren, isBranch } from '../../ui/json-tree';
import { type Known, knownOutput, membersOf, type ScopeBlock, typeOf } from '../references/known-value';

/** An earlier block, or a value of its output. */
export type DataRow = BlockRow | ValueRow;

interface Row {
  /** Unique in the tree: `orders.data[0]`. */
  id: string;
  /** 0 for blocks. */
  depth: number;
  open: boolean;
  /** True if the row can be opened. */
  isBranch: boolean;
}

export interface BlockRow extends Row {
  kind: 'block';
  block: ScopeBlock;
}

export interface ValueRow extends Row {
  kind: 'value';
  name: Step;
  known: Known;
  /** The text of the reference in a field. */
  reference: string;
}

/** The nearest block's values open by default if they have no more children than this. */
const OPEN_CHILDREN = 8;
/** The most items shown of one list. Later ones look the same and can be found by searching. */
const MAX_SHOWN = 10_000;
/** The most values searched for a word; more would slow down typing. */
const MAX_SOUGHT = 20_000;
const MAX_FOUND = 500;

/** True for values with members. */
export function hasMembers({ value, shape }: Known): boolean {
  if (value !== undefined && value !== null) return isBranch(value) && countChildren(value) > 0;
  return (shape?.fields ?? []).length > 0 || shape?.items !== undefined;
}

/**
 * Returns the tree of values that can be referenced, in flow order: `scope` has the nearest block first,
 * here it is last. `toggled`: ids of rows that are not in their default state, open or closed. With a word
 * to search for, only matching rows and their ancestors.
 */
export function dataRows(
  scope: readonly ScopeBlock[],
  toggled: ReadonlySet<string>,
  sought: string,
): DataRow[] {
  const needle = sought.trim().toLowerCase();
  const first = new Map(scope.toReversed().map((block) => [block.slug, block]));
  // Inside a container, its own name refers to the same iteration as its kind.
  const byKind = new Set(scope.flatMap(({ slug, name }) => (slug === slugOf(name) ? [] : [name])));
  const blocks = scope.filter(
    (block) =>
      first.get(block.slug) === block && !(block.slug === slugOf(block.name) && byKind.has(block.name)),
  );
  if (needle !== '') return foundRows(blocks, toggled, needle);
  return inFlowOrder(blocks, (block, at) => {
    const open = !toggled.has(block.slug);
    const rows: DataRow[] = [blockRow(block, open)];
    const visit = (known: Known, id: string, depth: number) => {
      for (const [step, inside] of membersOf(known, MAX_SHOWN)) {
        const row = valueRow(step, inside, id, depth);
        const byItself = at === 0 && depth === 1 && countInside(inside) <= OPEN_CHILDREN;
        row.open = row.isBranch && byItself !== toggled.has(row.id);
        rows.push(row);
        if (row.open) visit(inside, row.id, depth + 1);
      }
    };
    if (open) visit(knownOutput(block), block.slug, 1);
    return rows;
  });
}

/** Visits the nearest block first, so that a limit on visited values leaves out those far away. */
function inFlowOrder(
  nearestFirst: readonly ScopeBlock[],
  rowsOf: (block: ScopeBlock, at: number) => DataRow[],
): DataRow[] {
  return nearestFirst.map(rowsOf).reverse().flat();
}

/** Returns the index of the nearest block's row. */
export function nearestRow(rows: readonly DataRow[]): number {
  return rows.findLastIndex(({ kind }) => kind === 'block');
}

function countInside({ value, shape }: Known): number {
  return isBranch(value) ? countChildren(value) : (shape?.fields ?? []).length;
}

function blockRow(block: ScopeBlock, open: boolean): BlockRow {
  return { kind: 'block', id: block.slug, depth: 0, open, isBranch: true, block };
}

/** Builds the row without spreads: a long list has a hundred thousand rows. */
function valueRow(name: Step, known: Known, parentId: string, depth: number): ValueRow {
  const id = parentId + stepText(name);
  const reference = `<${id}>`;
  return { kind: 'value', id, depth, open: false, isBranch: hasMembers(known), name, known, reference };
}

/** Rows that match are open; closing one hides the matches inside it. */
function foundRows(blocks: readonly ScopeBlock[], toggled: ReadonlySet<string>, needle: string): DataRow[] {
  let left = MAX_SOUGHT;
  let found = 0;
  const visit = (known: Known, id: string, depth: number): DataRow[] => {
    const rows: DataRow[] = [];
    for (const [step, inside] of membersOf(known, left)) {
      left -= 1;
      if (left < 0 || found >= MAX_FOUND) break;
      const row = valueRow(step, inside, id, depth);
      const isFound = holds(step, inside, needle);
      if (isFound) found += 1;
      const below = row.isBranch ? visit(inside, row.id, depth + 1) : [];
      if (!isFound && below.length === 0) continue;
      row.open = below.length > 0 && !toggled.has(row.id);
      rows.push(row, ...(row.open ? below : []));
    }
    return rows;
  };
  return inFlowOrder(blocks, (block) => {
    const below = visit(knownOutput(block), block.slug, 1);
    if (below.length === 0 && !block.name.toLowerCase().includes(needle)) return [];
    const row = blockRow(block, below.length > 0 && !toggled.has(block.slug));
    return row.open ? [row, ...below] : [row];
  });
}

function holds(step: Step, { value, shape }: Known, needle: string): boolean {
  if (String(step).toLowerCase().includes(needle)) return true;
  if (value !== undefined) return !isBranch(value) && String(value).toLowerCase().includes(needle);
  return shape?.description?.toLowerCase().includes(needle) ?? false;
}

/** Describes a value that isn't known: its type and its description in an API document. */
export function expectedWords(known: Known): string {
  return [typeOf(known), known.shape?.description ?? ''].filter((word) => word !== '').join(' · ');
}
