'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect } from 'react';
import { toast } from 'sonner';
import { leaveParam } from '../../ui/show-search';
import { useEditorStore } from '../store/editor-context';
import { revealBlock } from '../store/selection-actions';

const NAME = 'block';

/**
 * Opens the block that the address names as soon as the canvas is placed (`blockPath`). Once another block
 * is open, or none, the address is reset to the workflow's, so that a copied address doesn't lead to the
 * first block.
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
