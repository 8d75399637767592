import { containersAround, graphOf } from '@/lib/core/workflow/graph';
import type { BlockGroup, WorkflowDocument } from '@/lib/core/workflow/schema';
import { withMembers } from './frames';

const NOTHING: ReadonlyMap<string, string> = new Map();
const known = new WeakMap<
  WorkflowDocument['blocks'],
  {
    groups: WorkflowDocument['groups'];
    collapsed: ReadonlySet<string>;
    found: ReadonlyMap<string, string>;
  }
>();

/** Returns the hidden blocks of collapsed groups, members included, with the id of their group. */
export function hiddenByGroups(
  document: WorkflowDocument,
  collapsed: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const { blocks, groups } = document;
  if (groups === undefined || collapsed.size === 0) return NOTHING;
  const last = known.get(blocks);
  if (last?.groups === groups && last.collapsed === collapsed) return last.found;
  const found = new Map<string, string>();
  for (const { id, blockIds } of groups)
    if (collapsed.has(id)) for (const blockId of withMembers(document, blockIds)) found.set(blockId, id);
  known.set(blocks, { groups, collapsed, found });
  return found;
}

/** Returns the collapsed groups that are drawn: those inside something collapsed are not. */
export function cardGroups(document: WorkflowDocument, collapsed: ReadonlySet<string>): BlockGroup[] {
  return (document.groups ?? []).filter((group) => isCardShown(document, group, collapsed));
}

export function isCardShown(
  document: WorkflowDocument,
  { id, blockIds }: BlockGroup,
  collapsed: ReadonlySet<string>,
): boolean {
  const [first] = blockIds;
  if (first === undefined || !collapsed.has(id)) return false;
  const hidden = hiddenByGroups(document, collapsed);
  return containersAround(graphOf(document), first).every(
    (around) => !collapsed.has(around) && !hidden.has(around),
  );
}

/** A connection between a collapsed group and a visible block or another such group; never inside one. */
export interface CrossingEdge {
  id: string;
  source: string;
  sourceHandle: string;
  target: string;
  targetHandle: string;
  /** The group that it starts in; undefined if its block is shown. */
  fromGroup: string | undefined;
  toGroup: string | undefined;
}

export function crossingEdges(document: WorkflowDocument, collapsed: ReadonlySet<string>): CrossingEdge[] {
  const hidden = hiddenByGroups(document, collapsed);
  if (hidden.size === 0) return [];
  return document.edges.flatMap((edge) => {
    const [fromGroup, toGroup] = [hidden.get(edge.source), hidden.get(edge.target)];
    return fromGroup === toGroup ? [] : [{ ...edge, fromGroup, toGroup }];
  });
}
