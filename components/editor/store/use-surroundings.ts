'use client';

import { useMemo } from 'react';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { useEditor } from './editor-context';
import type { EditorState } from './editor-store';

/**
 * Returns the document for one block's fields: the same object while only that block's own config changes,
 * as it does with each key in one of its fields.
 */
export function useSurroundings(blockId: string): WorkflowDocument {
  return useEditor(useMemo(() => surroundingsOf(blockId), [blockId]));
}

/** Returns a selector that returns the previous object while nothing around the block has changed. */
export function surroundingsOf(blockId: string): (state: Pick<EditorState, 'document'>) => WorkflowDocument {
  let seen: WorkflowDocument | undefined;
  let last: WorkflowDocument | undefined;
  return ({ document }) => {
    if (document === last && seen !== undefined) return seen;
    if (seen === undefined || !isSameAround(seen, document, blockId)) seen = document;
    last = document;
    return seen;
  };
}

function isSameAround(before: WorkflowDocument, after: WorkflowDocument, blockId: string): boolean {
  if (before.edges !== after.edges) return false;
  if (before.blocks[blockId]?.name !== after.blocks[blockId]?.name) return false;
  const ids = Object.keys(after.blocks);
  if (ids.length !== Object.keys(before.blocks).length) return false;
  return ids.every((id) => id === blockId || after.blocks[id] === before.blocks[id]);
}
