'use client';

import { ClipboardCopy, Copy, MoreHorizontal, Power, Trash2 } from 'lucide-react';
import { client } from '@/lib/http/client';
import type { Block } from '@/lib/workflows/schema';
import { ContextMenuItem, ContextMenuSeparator } from '../../ui/context-menu';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu';
import { IconButton } from '../../ui/icon-button';
import { definitionOf } from '../document/definition-of';
import { copyAs } from '../import/copy-as';
import { duplicateSelection, removeSelection, toggleBlocks } from '../store/block-actions';
import { useEditorStore } from '../store/editor-context';
import { selectOnly } from '../store/selection-actions';

const BUTTON_KIT = { Item: DropdownMenuItem, Separator: DropdownMenuSeparator };
export const POINTER_KIT = { Item: ContextMenuItem, Separator: ContextMenuSeparator };

/** The same items stand behind the panel's button and under the right mouse button. */
type MenuKit = typeof BUTTON_KIT | typeof POINTER_KIT;

/** In the open block's panel. */
export function BlockMenu({ block }: { block: Block }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton label="More for this block">
          <MoreHorizontal />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <BlockItems block={block} kit={BUTTON_KIT} />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

export function BlockItems({ block, kit }: { block: Block; kit: MenuKit }) {
  const { Item, Separator } = kit;
  const store = useEditorStore();
  const onThis = (act: () => void) => () => {
    selectOnly(store, [block.id]);
    act();
  };
  const exporters = definitionOf(block.type)?.exporters ?? [];
  return (
    <>
      <Item shortcut="e" onSelect={() => toggleBlocks(store, new Set([block.id]))}>
        <Power aria-hidden />
        {block.enabled ? 'Disable' : 'Enable'}
      </Item>
      <Item shortcut="mod+d" onSelect={onThis(() => duplicateSelection(store))}>
        <Copy aria-hidden />
        Duplicate
      </Item>
      {exporters.length === 0 ? null : <Separator />}
      {exporters.map((exporter) => (
        <Item key={exporter.id} onSelect={() => void copyAs(store, client, block.id, exporter)}>
          <ClipboardCopy aria-hidden />
          Copy as {exporter.label}
        </Item>
      ))}
      <Separator />
      <Item danger shortcut="delete" onSelect={onThis(() => removeSelection(store))}>
        <Trash2 aria-hidden />
        Delete
      </Item>
    </>
  );
}
