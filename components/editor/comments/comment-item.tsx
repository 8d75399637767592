'use client';

import { MessageSquarePlus } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { useEditorStore } from '../store/editor-context';

interface ItemProps {
  shortcut?: string;
  onSelect: () => void;
  children: ReactNode;
}

/** The item of a block's menus that begins a comment. */
export function CommentItem({ blockId, Item }: { blockId: string; Item: ComponentType<ItemProps> }) {
  const store = useEditorStore();
  return (
    <Item shortcut="c" onSelect={() => store.setState({ commentsView: { blockId, writes: true } })}>
      <MessageSquarePlus aria-hidden />
      Comment
    </Item>
  );
}
