import { isJsonObject } from '../../platform/text/exact-number';
import { sameJson } from './same-json';
import type { Block, BlockGroup, Edge, WorkflowDocument } from './schema';

/** A value that differs. `path`: like `config.headers[1].value`; `undefined` stands for a missing value. */
export interface FieldChange {
  path: string;
  before: unknown;
  after: unknown;
}

/** `moved`: only its position or size on the canvas differs, which doesn't affect runs. */
export type BlockChangeKind = 'added' | 'removed' | 'changed' | 'moved';

export interface BlockChange {
  id: string;
  /** Its name afterwards; for a removed block, its former name. */
  name: string;
  type: string;
  kind: BlockChangeKind;
  /** The differences of a changed block. */
  fields: FieldChange[];
}

export interface EdgeChange {
  edge: Edge;
  kind: 'added' | 'removed';
  /** Names of the blocks at its ends. */
  from: string;
  to: string;
}

/** A group on the canvas, which doesn't affect runs. */
export interface GroupChange {
  title: string;
  kind: 'added' | 'removed' | 'changed';
}

export interface DocumentDiff {
  /** In the order of the later document, then removed blocks. */
  blocks: BlockChange[];
  edges: EdgeChange[];
  /** Differences in the settings of the whole workflow. */
  settings: FieldChange[];
  groups: GroupChange[];
}

/**
 * Returns the differences between two documents of one workflow. Blocks are identified by their ids,
 * connections by their ends: one that is drawn again is the same.
 */
export function diffDocuments(before: WorkflowDocument, after: WorkflowDocument): DocumentDiff {
  const blocks = [
    ...Object.values(after.blocks).flatMap((block) => changeOf(before.blocks[block.id], block)),
    ...Object.values(before.blocks).flatMap((block) =>
      after.blocks[block.id] === undefined ? [{ ...named(block), kind: 'removed' as const, fields: [] }] : [],
    ),
  ];
  const edges = [
    ...edgesOnlyIn(after, before).map((edge) => edgeChange(after, edge, 'added')),
    ...edgesOnlyIn(before, after).map((edge) => edgeChange(before, edge, 'removed')),
  ];
  const settings = fieldChanges(before.settings, after.settings, 'settings');
  return { blocks, edges, settings, groups: groupChanges(before.groups ?? [], after.groups ?? []) };
}

/** Counts the changes that may affect runs: blocks, connections, settings; moved blocks don't count. */
export function countChanges({ blocks, edges, settings }: DocumentDiff): number {
  return blocks.filter(({ kind }) => kind !== 'moved').length + edges.length + settings.length;
}

function groupChanges(before: readonly BlockGroup[], after: readonly BlockGroup[]): GroupChange[] {
  const was = new Map(before.map((group) => [group.id, group]));
  const is = new Set(after.map(({ id }) => id));
  return [
    ...after.flatMap((group): GroupChange[] => {
      const old = was.get(group.id);
      if (old === undefined) return [{ title: group.title, kind: 'added' }];
      return sameJson(old, group) ? [] : [{ title: group.title, kind: 'changed' }];
    }),
    ...before.flatMap(({ id, title }): GroupChange[] => (is.has(id) ? [] : [{ title, kind: 'removed' }])),
  ];
}

const named = ({ id, name, type }: Block) => ({ id, name, type });

function changeOf(before: Block | undefined, after: Block): BlockChange[] {
  if (before === undefined) return [{ ...named(after), kind: 'added', fields: [] }];
  if (before === after || sameJson(before, after)) return [];
  const { position: _, size: __, ...ran } = before;
  const { position: ___, size: ____, ...runs } = after;
  const fields = fieldChanges(ran, runs, '');
  return [{ ...named(after), kind: fields.length === 0 ? 'moved' : 'changed', fields }];
}

/** Returns the innermost values that differ. */
function fieldChanges(before: unknown, after: unknown, path: string): FieldChange[] {
  const found: FieldChange[] = [];
  addChanges(found, before, after, path);
  return found;
}

/** Compares only what has no members: comparing whole values at each level would repeat it. */
function addChanges(found: FieldChange[], before: unknown, after: unknown, path: string): void {
  if (before === after) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    for (let place = 0; place < length; place += 1)
      addChanges(found, before[place], after[place], `${path}[${place}]`);
  } else if (isJsonObject(before) && isJsonObject(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
      addChanges(found, own(before, key), own(after, key), path === '' ? key : `${path}.${key}`);
  } else if (!sameJson(before, after)) found.push({ path, before, after });
}

const own = (value: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(value, key) ? value[key] : undefined;

const endsOf = ({ source, sourceHandle, target, targetHandle }: Edge): string =>
  [source, sourceHandle, target, targetHandle].join(' ');

function edgesOnlyIn(document: WorkflowDocument, other: WorkflowDocument): Edge[] {
  const known = new Set(other.edges.map(endsOf));
  return document.edges.filter((edge) => !known.has(endsOf(edge)));
}

function edgeChange({ blocks }: WorkflowDocument, edge: Edge, kind: EdgeChange['kind']): EdgeChange {
  return {
    edge,
    kind,
    from: blocks[edge.source]?.name ?? edge.source,
    to: blocks[edge.target]?.name ?? edge.target,
  };
}
