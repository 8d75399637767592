'use client';

import { MessageSquare, MessageSquarePlus } from 'lucide-react';
import { useMemo } from 'react';
import { cn } from '../../ui/class-names';
import { type Command, useCommands } from '../../ui/commands';
import { countOf } from '../../ui/format-quantity';
import { IconButton } from '../../ui/icon-button';
import { selectedIds } from '../document/flow-elements';
import { useEditor, useEditorStore } from '../store/editor-context';
import type { EditorStore } from '../store/editor-store';
import { isOpen } from './thread-list';

/** Comments on the block that is focused, open or selected; on the workflow if there is none, or several. */
function writeComment(store: EditorStore): void {
  const { openBlockId, nodes } = store.getState();
  const node = document.activeElement?.closest<HTMLElement>('.react-flow__node, [data-list-row]');
  const focused = node?.dataset.listRow ?? node?.dataset.id ?? openBlockId;
  const [only, ...more] = focused === null ? selectedIds(nodes) : [focused];
  const blockId = more.length > 0 ? null : (only ?? null);
  store.setState({ commentsView: { blockId, writes: true } });
}

/** `isOnCanvas`: true if the keyboard's focus is on blocks. */
export function CommentsButton({ isOnCanvas }: { isOnCanvas: (focused: EventTarget | null) => boolean }) {
  const store = useEditorStore();
  const readOnly = useEditor((state) => state.readOnly);
  const isShown = useEditor((state) => state.commentsView !== null);
  const count = useEditor((state) => state.threads?.filter(isOpen).length ?? 0);
  useCommands(
    useMemo(
      (): Command[] => [
        {
          id: 'comments',
          title: 'Comments',
          group: 'View',
          icon: MessageSquare,
          shortcut: 'shift+c',
          keywords: ['threads', 'discussion', 'review'],
          run: () => store.setState({ commentsView: { blockId: null } }),
        },
        ...(readOnly
          ? []
          : [
              {
                id: 'comment',
                title: 'Comment on the selected block, or on the workflow',
                group: 'Workflow',
                icon: MessageSquarePlus,
                shortcut: 'c',
                isFor: isOnCanvas,
                keywords: ['note', 'discuss', 'review'],
                run: () => writeComment(store),
              },
            ]),
      ],
      [store, readOnly, isOnCanvas],
    ),
  );
  return (
    <IconButton
      label={count === 0 ? 'Comments' : `Comments: ${countOf(count, 'open thread')}`}
      shortcut="shift+c"
      active={isShown}
      className={cn(count > 0 && '@2xl/bar:w-auto @2xl/bar:gap-1 @2xl/bar:px-2')}
      onClick={() => store.setState({ commentsView: isShown ? null : { blockId: null } })}
    >
      <MessageSquare />
      {count === 0 ? null : (
        <span className="tabular font-medium text-xs @max-2xl/bar:hidden">{count > 99 ? '99+' : count}</span>
      )}
    </IconButton>
  );
}
