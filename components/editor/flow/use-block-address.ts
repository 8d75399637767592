'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect } from 'react';
import { toast } from 'sonner';
import { leaveParam } from '../../ui/show-search';
import { useEditorStore } from '../store/editor-context';
import { revealBlock } from '../store/selection-actions';

const NAME = 'block';

/**
 * Opens the block that the address names as soon as the canvas has its place (`blockPath`). Once another
 * block is open, or none, the address names the workflow again: what is copied from there then leads nowhere
 * else.
 */
export function useBlockAddress(isPlaced: boolean): void {
  const store = useEditorStore();
  const blockId = useSearchParams().get(NAME);
  useEffect(() => {
    if (!isPlaced || blockId === null) return;
    if (store.getState().document.blocks[blockId] === undefined) {
      toast.warning('The block that this link leads to is no longer in the workflow.');
      leaveParam(NAME, blockId);
      return;
    }
    revealBlock(store, blockId);
    return store.subscribe(({ openBlockId }) => {
      if (openBlockId !== blockId) leaveParam(NAME, blockId);
    });
  }, [store, isPlaced, blockId]);
}
