'use client';

import { Copy, Scissors } from 'lucide-react';
import { toast } from 'sonner';
import { copyText } from '../../ui/copy-text';
import { countOf } from '../../ui/format-quantity';
import { copyBlocks } from '../document/clipboard';
import { withMembers } from '../document/frames';
import { removeSelection } from '../store/block-actions';
import { useEditor, useEditorStore } from '../store/editor-context';
import { sayChange } from '../store/say-change';
import { selectOnly } from '../store/selection-actions';
import type { MenuKit } from './menu-kit';

interface CopyItemsProps {
  ids: readonly string[];
  /** The count behind the verb, for several blocks. */
  many: string;
  Item: MenuKit['Item'];
}

/** Items in the menu of blocks that put them on the clipboard, as the keys do. */
export function CopyItems({ ids, many, Item }: CopyItemsProps) {
  const store = useEditorStore();
  const readOnly = useEditor((state) => state.readOnly);
  const copy = async () => {
    const clip = copyBlocks(store.getState().document, new Set(ids));
    if (await copyText(JSON.stringify(clip, null, 2))) return true;
    toast.error('The browser did not allow copying. Copy with the keyboard instead.');
    return false;
  };
  const cut = async () => {
    const count = withMembers(store.getState().document, ids).size;
    if (!(await copy())) return;
    selectOnly(store, ids);
    removeSelection(store);
    sayChange(store, `Cut ${countOf(count, 'block')}`);
  };
  return (
    <>
      <Item
        shortcut="mod+c"
        onSelect={() =>
          void copy().then((done) => done && toast.success(`Copied ${countOf(ids.length, 'block')}`))
        }
      >
        <Copy aria-hidden />
        Copy{many}
      </Item>
      {readOnly ? null : (
        <Item shortcut="mod+x" onSelect={() => void cut()}>
          <Scissors aria-hidden />
          Cut{many}
        </Item>
      )}
    </>
  );
}
