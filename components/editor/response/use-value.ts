'use client';

import { toast } from 'sonner';
import { ancestorsOf, graphOf } from '@/lib/core/workflow/graph';
import { copyText } from '../../ui/copy-text';
import { lastFocusedField } from '../references/focused-field';
import { useEditorStore } from '../store/editor-context';
import type { EditorStore } from '../store/editor-store';

const DURATION_MS = 2_500;

/** Returns a function that inserts a reference to a value of `blockId` at the last caret; else copies it. */
export function useValuePicker(blockId: string): (reference: string) => void {
  const editor = useEditorStore();
  return (reference) => void pickValue(editor, blockId, reference);
}

async function pickValue(editor: EditorStore, blockId: string, reference: string): Promise<void> {
  const options = { id: 'value', duration: DURATION_MS };
  const target = lastFocusedField();
  const { document } = editor.getState();
  const name = document.blocks[target?.blockId ?? '']?.name;
  if (target !== null && name !== undefined && target.blockId !== blockId) {
    if (ancestorsOf(graphOf(document), target.blockId).has(blockId)) {
      target.insert(reference);
      toast.success(`Put into ${target.label} of “${name}”`, { ...options, description: reference });
      return;
    }
    toast.warning(
      `“${name}” doesn’t come after this block, so it can’t use its values. Connect them first.`,
      {
        ...options,
      },
    );
    return;
  }
  if (await copyText(reference))
    toast.success('Reference copied', {
      ...options,
      description: `${reference} · paste it in a later block, or click the value with the caret there.`,
    });
  else toast.error('The browser did not allow copying.', options);
}
