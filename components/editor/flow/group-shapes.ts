import type { ReactFlowState } from '@xyflow/react';
import { cardGroups } from '../document/collapsed-groups';
import type { EditorState } from '../store/editor-store';
import type { Shape } from './draw-shapes';
import { cardOf } from './group-bounds';
import { markOfGroup } from './group-mark';

type Marked = Parameters<typeof markOfGroup>[0];

/** Returns the cards of collapsed groups, at the current places of their blocks. */
export function cardShapes(
  flow: Pick<ReactFlowState, 'nodeLookup'>,
  editor: Marked & Pick<EditorState, 'collapsed'>,
): Shape[] {
  return cardGroups(editor.document, editor.collapsed).flatMap((group) => {
    const card = cardOf(flow, group.blockIds);
    return card === null ? [] : [{ ...card, isFrame: false, mark: markOfGroup(editor, group) ?? 'plain' }];
  });
}
