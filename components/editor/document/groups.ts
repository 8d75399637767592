import type { CanvasColour } from '@/lib/core/blocks/canvas-colour';
import { tidyGroups } from '@/lib/core/workflow/groups';
import type { BlockGroup, WorkflowDocument } from '@/lib/core/workflow/schema';
import { outermost } from './frames';
import { shortId } from './short-id';

/** Returns the reason that these blocks can't be a group; null when they can. */
export function refuseGroup(document: WorkflowDocument, ids: ReadonlySet<string>): string | null {
  const outer = outermost(document, ids);
  if (outer.length === 0) return 'Select the blocks that belong together first.';
  const parents = new Set(outer.map((id) => document.blocks[id]?.parentId));
  if (parents.size > 1) return 'These lie in different containers. Group the blocks of one of them.';
  return null;
}

/** Adds a group around blocks, which leave their previous groups. */
export function groupBlocks(
  document: WorkflowDocument,
  ids: ReadonlySet<string>,
  title: string,
): { document: WorkflowDocument; groupId: string } {
  const blockIds = outermost(document, ids);
  const taken = new Set(blockIds);
  const group: BlockGroup = { id: shortId(), title, colour: 'blue', blockIds };
  const others = (document.groups ?? []).map((other) =>
    other.blockIds.some((id) => taken.has(id))
      ? { ...other, blockIds: other.blockIds.filter((id) => !taken.has(id)) }
      : other,
  );
  return { document: tidyGroups({ ...document, groups: [...others, group] }), groupId: group.id };
}

/** Removes a group; its blocks stay. */
export function removeGroup(document: WorkflowDocument, groupId: string): WorkflowDocument {
  const groups = (document.groups ?? []).filter(({ id }) => id !== groupId);
  if (groups.length === document.groups?.length) return document;
  const { groups: _, ...rest } = document;
  return groups.length === 0 ? rest : { ...rest, groups };
}

export function changeGroup(
  document: WorkflowDocument,
  groupId: string,
  change: { title?: string; colour?: CanvasColour },
): WorkflowDocument {
  const group = document.groups?.find(({ id }) => id === groupId);
  if (document.groups === undefined || group === undefined) return document;
  const next = { ...group, ...change };
  if (next.title === group.title && next.colour === group.colour) return document;
  return { ...document, groups: document.groups.map((each) => (each === group ? next : each)) };
}

/** Returns the groups whose blocks are all among these, for copying. */
export const groupsWithin = (
  { groups = [] }: Pick<WorkflowDocument, 'groups'>,
  ids: ReadonlySet<string>,
): BlockGroup[] => groups.filter(({ blockIds }) => blockIds.every((id) => ids.has(id)));

/** Returns copies of groups around the copies of their blocks. */
export function copiedGroups(
  groups: readonly BlockGroup[],
  newIds: ReadonlyMap<string, string>,
): BlockGroup[] {
  return groups.map((group) => ({
    ...group,
    id: shortId(),
    blockIds: group.blockIds.flatMap((id) => newIds.get(id) ?? []),
  }));
}
