'use client';

import { MessageSquarePlus } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { useEditorStore } from '../store/editor-context';

interface ItemProps {
  shortcut?: string;
  onSelect: () => void;
  children: ReactNode;
}

/** In a block's menus. */
export function CommentItem({ blockId, Item }: { blockId: string; Item: ComponentType<ItemProps> }) {
  const store = useEditorStore();
  return (
    <Item shortcut="c" onSelect={() => store.setState({ commentsView: { blockId, writes: true } })}>
      <MessageSquarePlus aria-hidden />
      Comment
    </Item>
  );
}
