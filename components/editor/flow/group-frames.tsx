'use client';

import { type ReactFlowState, useStore, ViewportPortal } from '@xyflow/react';
import { memo, useCallback } from 'react';
import { shallow } from 'zustand/shallow';
import type { BlockGroup } from '@/lib/core/workflow/schema';
import { cn } from '../../ui/class-names';
import { countOf } from '../../ui/format-quantity';
import { useEditor, useEditorStore } from '../store/editor-context';
import { selectGroup } from '../store/group-actions';
import { focusBlock } from './focus-block';
import { GroupTitleField } from './group-title-field';
import { useGroupDrag } from './use-group-drag';
import { useDetail } from './zoom-detail';

const PADDING_PX = 20;
const TITLE_PX = 32;

/** Coloured frames around the blocks of each group, behind them. */
export function GroupFrames() {
  const groups = useEditor((state) => state.document.groups);
  if (groups === undefined) return null;
  return (
    <ViewportPortal>
      {groups.map((group) => (
        <GroupFrame key={group.id} group={group} />
      ))}
    </ViewportPortal>
  );
}

/** Around blocks as they stand just now, also while they are dragged; null where none is shown. */
function boundsOf({ nodeLookup }: ReactFlowState, ids: readonly string[]) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const id of ids) {
    const node = nodeLookup.get(id);
    if (node === undefined || node.hidden) continue;
    const { x, y } = node.internals.positionAbsolute;
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + (node.measured.width ?? 0));
    bottom = Math.max(bottom, y + (node.measured.height ?? 0));
  }
  return left === Infinity ? null : { left, top, right, bottom };
}

const GroupFrame = memo(function GroupFrame({ group }: { group: BlockGroup }) {
  const { id, title, colour, blockIds } = group;
  const store = useEditorStore();
  const detail = useDetail();
  const isNamed = useEditor((state) => state.namedGroup === id);
  const bounds = useStore(
    useCallback((state: ReactFlowState) => boundsOf(state, blockIds), [blockIds]),
    shallow,
  );
  const drag = useGroupDrag(group);
  if (bounds === null) return null;
  const { left, top, right, bottom } = bounds;
  return (
    <div
      data-group-id={id}
      data-colour={colour}
      className="flow-group absolute rounded-2xl border"
      style={{
        left: left - PADDING_PX,
        top: top - PADDING_PX - TITLE_PX,
        width: right - left + 2 * PADDING_PX,
        height: bottom - top + 2 * PADDING_PX + TITLE_PX,
      }}
    >
      {isNamed ? (
        <GroupTitleField groupId={id} title={title} />
      ) : (
        <button
          type="button"
          aria-label={`Group ${title}, ${countOf(blockIds.length, 'block')}`}
          title="Select its blocks. Drag to move them, double-click to rename."
          onClick={() => {
            const [first] = selectGroup(store, id);
            if (first !== undefined) focusBlock(first);
          }}
          onDoubleClick={(event) => {
            event.stopPropagation();
            if (!store.getState().readOnly) store.setState({ namedGroup: id });
          }}
          {...drag}
          className={cn(
            'nopan pointer-events-auto absolute inset-x-0 top-0 flex h-8 touch-none items-center px-3',
            'cursor-grab rounded-t-2xl text-left font-medium active:cursor-grabbing',
            detail === 'near' ? 'text-sm' : 'text-2xl',
          )}
        >
          <span className="truncate">{title}</span>
        </button>
      )}
    </div>
  );
});
