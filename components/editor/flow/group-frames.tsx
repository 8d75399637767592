'use client';

import { type ReactFlowState, useStore, ViewportPortal } from '@xyflow/react';
import { ChevronDown } from 'lucide-react';
import { memo, useCallback } from 'react';
import { shallow } from 'zustand/shallow';
import type { BlockGroup } from '@/lib/core/workflow/schema';
import { cn } from '../../ui/class-names';
import { countOf } from '../../ui/format-quantity';
import { isCardShown } from '../document/collapsed-groups';
import type { Bounds } from '../document/geometry';
import { useEditor, useEditorStore } from '../store/editor-context';
import { selectGroup } from '../store/group-actions';
import { toggleGroup } from './collapse-group';
import { focusBlock } from './focus-block';
import { boundsOf, cardOf, frameAround } from './group-bounds';
import { GroupSummary } from './group-card';
import { GroupLines } from './group-lines';
import { GroupTitleField } from './group-title-field';
import { useGroupDrag } from './use-group-drag';
import { useDetail } from './zoom-detail';

/** Coloured frames behind the blocks of each group; a collapsed group has a card instead. */
export function GroupFrames() {
  const groups = useEditor((state) => state.document.groups);
  if (groups === undefined) return null;
  return (
    <ViewportPortal>
      <GroupLines />
      {groups.map((group) => (
        <GroupFrame key={group.id} group={group} />
      ))}
    </ViewportPortal>
  );
}

const GroupFrame = memo(function GroupFrame({ group }: { group: BlockGroup }) {
  const { id, title, colour, blockIds } = group;
  const store = useEditorStore();
  const detail = useDetail();
  const isNamed = useEditor((state) => state.namedGroup === id);
  const isCollapsed = useEditor((state) => state.collapsed.has(id));
  const isCard = useEditor((state) => isCardShown(state.document, group, state.collapsed));
  const box = useStore(
    useCallback(
      (state: ReactFlowState) => (isCollapsed ? cardOf(state, blockIds) : boxAround(state, blockIds)),
      [blockIds, isCollapsed],
    ),
    shallow,
  );
  const drag = useGroupDrag(group);
  if (box === null || (isCollapsed && !isCard)) return null;
  const { left, top, right, bottom } = box;
  return (
    <div
      data-group-id={id}
      data-colour={colour}
      data-detail={detail}
      className={cn('flow-group absolute rounded-2xl border', isCollapsed && 'flow-group-card shadow-lift')}
      style={{ left, top, width: right - left, height: bottom - top }}
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
            // Higher than it looks, so that it is easy to hit when zoomed out.
            'nopan pointer-events-auto absolute -top-3 right-11 left-0 flex h-11 touch-none items-end pl-3',
            'cursor-grab rounded-t-2xl pb-1.5 text-left font-medium active:cursor-grabbing',
            detail === 'near' ? 'text-sm' : 'text-2xl',
          )}
        >
          <span className="truncate">{title}</span>
        </button>
      )}
      {isNamed ? null : <GroupToggle groupId={id} title={title} isCollapsed={isCollapsed} />}
      {isCollapsed ? (
        <div className="pt-9">
          <GroupSummary group={group} />
        </div>
      ) : null}
    </div>
  );
});

function boxAround(state: ReactFlowState, blockIds: readonly string[]): Bounds | null {
  const bounds = boundsOf(state, blockIds);
  return bounds === null ? null : frameAround(bounds);
}

function GroupToggle(props: { groupId: string; title: string; isCollapsed: boolean }) {
  const { groupId, title, isCollapsed } = props;
  const store = useEditorStore();
  const words = `${isCollapsed ? 'Expand' : 'Collapse'} group ${title}`;
  return (
    <button
      type="button"
      aria-label={words}
      aria-expanded={!isCollapsed}
      title={words}
      onClick={() => toggleGroup(store, groupId)}
      className={cn(
        'nopan pointer-events-auto absolute -top-3 right-0 flex size-11 items-end justify-center rounded-md',
        'pb-2 text-muted hover:text-ink [&_svg]:size-4',
      )}
    >
      <ChevronDown aria-hidden className={cn('transition-transform', isCollapsed && '-rotate-90')} />
    </button>
  );
}
