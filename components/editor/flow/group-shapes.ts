import type { ReactFlowState } from '@xyflow/react';
import type { BlockGroup } from '@/lib/core/workflow/schema';
import { cardGroups } from '../document/collapsed-groups';
import { withMembers } from '../document/frames';
import type { EditorState } from '../store/editor-store';
import { shownProblems } from '../store/fresh-block';
import { problemsOfBlock } from '../store/lookups';
import type { Mark, Shape } from './draw-shapes';
import { cardOf } from './group-bounds';

export type GroupMark = Extract<Mark, 'error' | 'running' | 'warning' | 'success' | 'problem'>;
type Marked = Pick<EditorState, 'document' | 'run' | 'problems' | 'fresh' | 'openBlockId'>;

/** The gravest of what its blocks did in a run, else that something is wrong with one of them. */
export function markOfGroup(state: Marked, { blockIds }: BlockGroup): GroupMark | undefined {
  const ids = [...withMembers(state.document, blockIds)];
  const statuses = new Set(ids.map((id) => state.run.blocks[id]?.status));
  const gravest = (['error', 'running', 'warning', 'success'] as const).find((one) => statuses.has(one));
  if (gravest !== undefined) return gravest;
  return ids.some((id) => problemsOfBlock(shownProblems(state), id).length > 0) ? 'problem' : undefined;
}

/** The cards of collapsed groups, as their blocks stand just now. */
export function cardShapes(
  flow: Pick<ReactFlowState, 'nodeLookup'>,
  editor: Marked & Pick<EditorState, 'collapsed'>,
): Shape[] {
  return cardGroups(editor.document, editor.collapsed).flatMap((group) => {
    const card = cardOf(flow, group.blockIds);
    return card === null ? [] : [{ ...card, isFrame: false, mark: markOfGroup(editor, group) ?? 'plain' }];
  });
}
