'use client';

import { History } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { useSendStore } from '../store/send-state';

interface ItemProps {
  onSelect: () => void;
  children: ReactNode;
}

/** The item of a block's menus that opens its response history. */
export function HistoryItem({ blockId, Item }: { blockId: string; Item: ComponentType<ItemProps> }) {
  const store = useSendStore();
  return (
    <Item onSelect={() => store.setState({ shownBlockId: blockId, tab: 'history' })}>
      <History aria-hidden />
      Response history
    </Item>
  );
}
