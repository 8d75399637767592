'use client';

import { ClipboardCopy, Copy, MoreHorizontal, Power, Search, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { slugOf } from '@/lib/core/references/slug';
import type { Block } from '@/lib/core/workflow/schema';
import { client } from '@/lib/platform/http/client';
import { ContextMenuItem, ContextMenuSeparator } from '../../ui/context-menu';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu';
import { countOf } from '../../ui/format-quantity';
import { IconButton } from '../../ui/icon-button';
import { definitionOf } from '../document/definition-of';
import { selectedIds } from '../document/flow-elements';
import { copyAs } from '../import/copy-as';
import { duplicateSelection, removeSelection, toggleSelection } from '../store/block-actions';
import { useEditor, useEditorStore } from '../store/editor-context';
import { sayChange } from '../store/say-change';
import { selectOnly } from '../store/selection-actions';
import { MoveItems } from './move-items';

const BUTTON_KIT = { Item: DropdownMenuItem, Separator: DropdownMenuSeparator };
export const POINTER_KIT = { Item: ContextMenuItem, Separator: ContextMenuSeparator };

/** The same items stand behind the panel's button and under the right mouse button. */
type MenuKit = typeof BUTTON_KIT | typeof POINTER_KIT;

/** In the open block's panel. */
export const BlockMenu = memo(function BlockMenu(block: Pick<Block, 'id' | 'type'>) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton label="More actions for this block">
          <MoreHorizontal />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <BlockItems block={block} kit={BUTTON_KIT} />
      </DropdownMenuContent>
    </DropdownMenu>
  );
});

/** The selection when the block is part of it, else the block alone. */
function actedOn(nodes: ReadonlyArray<{ id: string; selected?: boolean }>, blockId: string): string[] {
  const selected = selectedIds(nodes);
  return selected.has(blockId) ? [...selected] : [blockId];
}

export function BlockItems({ block, kit }: { block: Pick<Block, 'id' | 'type'>; kit: MenuKit }) {
  const { Item, Separator } = kit;
  const store = useEditorStore();
  const selected = useEditor((state) => state.nodes);
  const ids = actedOn(selected, block.id);
  const many = ids.length > 1 ? ` ${countOf(ids.length, 'block')}` : '';
  const onThese = (act: () => void) => () => {
    selectOnly(store, ids);
    act();
  };
  const exporters = many === '' ? (definitionOf(block.type)?.exporters ?? []) : [];
  const name = useEditor((state) => state.document.blocks[block.id]?.name ?? '');
  const anyOn = useEditor((state) => ids.some((id) => state.document.blocks[id]?.enabled));
  return (
    <>
      <Item shortcut="e" onSelect={onThese(() => toggleSelection(store))}>
        <Power aria-hidden />
        {anyOn ? 'Disable' : 'Enable'}
        {many}
      </Item>
      <Item shortcut="mod+d" onSelect={onThese(() => duplicateSelection(store))}>
        <Copy aria-hidden />
        Duplicate{many}
      </Item>
      {many === '' ? (
        <Item onSelect={() => store.setState({ finding: `<${slugOf(name)}.` })}>
          <Search aria-hidden />
          Find references to it
        </Item>
      ) : null}
      <MoveItems ids={ids} Item={Item} Separator={Separator} />
      {exporters.length === 0 ? null : <Separator />}
      {exporters.map((exporter) => (
        <Item key={exporter.id} onSelect={() => void copyAs(store, client, block.id, exporter)}>
          <ClipboardCopy aria-hidden />
          Copy as {exporter.label}
        </Item>
      ))}
      <Separator />
      <Item
        danger
        shortcut="delete"
        onSelect={onThese(() => sayChange(store, `Deleted ${countOf(removeSelection(store), 'block')}`))}
      >
        <Trash2 aria-hidden />
        Delete{many}
      </Item>
    </>
  );
}
