'use client';

import {
  BookOpen,
  ClipboardCopy,
  CopyPlus,
  Link,
  PencilLine,
  Power,
  Replace,
  Search,
  Trash2,
} from 'lucide-react';
import { memo } from 'react';
import { toast } from 'sonner';
import { slugOf } from '@/lib/core/references/slug';
import type { Block } from '@/lib/core/workflow/schema';
import { client } from '@/lib/platform/http/client';
import { blockPath } from '../../page/paths';
import { copyText } from '../../ui/copy-text';
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from '../../ui/dropdown-menu';
import { countOf } from '../../ui/format-quantity';
import { MoreButton } from '../../ui/more-button';
import { CommentItem } from '../comments/comment-item';
import { definitionOf } from '../document/definition-of';
import { selectedIds } from '../document/flow-elements';
import { copyAs } from '../import/copy-as';
import { PinItems } from '../pins/pin-items';
import { duplicateSelection, removeSelection, toggleSelection } from '../store/block-actions';
import { useEditor, useEditorStore } from '../store/editor-context';
import { sayChange } from '../store/say-change';
import { selectOnly } from '../store/selection-actions';
import { ArrangeItems } from './arrange-items';
import { ConnectItems } from './connect-items';
import { CopyItems } from './copy-items';
import { ExtractItem, InlineItem } from './extract-items';
import { renameByHand } from './focus-block-name';
import { GroupSelectionItems } from './group-items';
import { HistoryItem } from './history-item';
import { BUTTON_KIT, type MenuKit } from './menu-kit';
import { MoveItems } from './move-items';

interface BlockMenuProps extends Pick<Block, 'id' | 'type'> {
  label?: string;
}

/** Menu in the open block's panel, and at its row in the list view. */
export const BlockMenu = memo(function BlockMenu({ label, ...block }: BlockMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <MoreButton label={label ?? 'More actions for this block'} />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <BlockItems block={block} kit={BUTTON_KIT} />
      </DropdownMenuContent>
    </DropdownMenu>
  );
});

/** Returns the selection if the block is part of it, else the block alone. */
function actedOn(nodes: ReadonlyArray<{ id: string; selected?: boolean }>, blockId: string): string[] {
  const selected = selectedIds(nodes);
  return selected.has(blockId) ? [...selected] : [blockId];
}

interface BlockItemsProps {
  block: Pick<Block, 'id' | 'type'>;
  kit: MenuKit;
}

export function BlockItems({ block, kit }: BlockItemsProps) {
  const readOnly = useEditor((state) => state.readOnly);
  if (readOnly)
    return (
      <>
        <CopyItems ids={[block.id]} many="" Item={kit.Item} />
        <FindReferencesItem blockId={block.id} Item={kit.Item} />
        <CopyLinkItem blockId={block.id} Item={kit.Item} />
        <GuideItem type={block.type} Item={kit.Item} />
      </>
    );
  return <EditItems block={block} kit={kit} />;
}

function FindReferencesItem({ blockId, Item }: { blockId: string; Item: MenuKit['Item'] }) {
  const store = useEditorStore();
  const name = useEditor((state) => state.document.blocks[blockId]?.name ?? '');
  return (
    <Item onSelect={() => store.setState({ finding: `<${slugOf(name)}.` })}>
      <Search aria-hidden />
      Find references to it
    </Item>
  );
}

/** Copies an address that opens the block, to share with others who work on the workflow. */
function CopyLinkItem({ blockId, Item }: { blockId: string; Item: MenuKit['Item'] }) {
  const store = useEditorStore();
  const copy = async () => {
    const { workspaceId, workflowId } = store.getState();
    const address = new URL(blockPath(workspaceId, workflowId, blockId), window.location.origin);
    if (await copyText(address.href)) toast.success('Link copied');
    else toast.error('The browser did not allow copying.');
  };
  return (
    <Item onSelect={() => void copy()}>
      <Link aria-hidden />
      Copy link to this block
    </Item>
  );
}

function GuideItem({ type, Item }: { type: string; Item: MenuKit['Item'] }) {
  const title = definitionOf(type)?.title;
  if (title === undefined) return null;
  return (
    <Item onSelect={() => window.open(`/docs/guide/blocks/${type}`, '_blank', 'noopener')}>
      <BookOpen aria-hidden />
      Guide: {title}
    </Item>
  );
}

function EditItems({ block, kit }: BlockItemsProps) {
  const { Item, Separator, Label } = kit;
  const store = useEditorStore();
  const selected = useEditor((state) => state.nodes);
  const ids = actedOn(selected, block.id);
  const isOne = ids.length === 1;
  const many = isOne ? '' : ` ${countOf(ids.length, 'block')}`;
  const definition = definitionOf(block.type);
  const runs = isOne && definition?.note === undefined;
  return (
    <>
      {runs ? (
        <>
          <Label>Run</Label>
          <PinItems blockId={block.id} Item={Item} />
          {definition?.hasInput === false ? null : <HistoryItem blockId={block.id} Item={Item} />}
          <Separator />
        </>
      ) : null}
      <Label>Edit</Label>
      <ChangeItems block={block} ids={ids} many={many} kit={kit} />
      {runs ? (
        <>
          <Separator />
          <Label>Connect</Label>
          <ConnectItems blockId={block.id} Item={Item} />
        </>
      ) : null}
      <Separator />
      <Label>Arrange</Label>
      <GroupSelectionItems ids={ids} kit={kit} />
      {isOne ? null : <ArrangeItems ids={ids} kit={kit} />}
      <MoveItems ids={ids} Item={Item} />
      <ExtractItem ids={ids} Item={Item} />
      {isOne ? <InlineItem block={block} Item={Item} /> : null}
      {isOne ? (
        <>
          <Separator />
          <Label>Find and share</Label>
          <CommentItem blockId={block.id} Item={Item} />
          <FindReferencesItem blockId={block.id} Item={Item} />
          <CopyLinkItem blockId={block.id} Item={Item} />
          <GuideItem type={block.type} Item={Item} />
        </>
      ) : null}
      <Separator />
      <Item
        danger
        shortcut="delete"
        onSelect={() => {
          selectOnly(store, ids);
          sayChange(store, `Deleted ${countOf(removeSelection(store), 'block')}`);
        }}
      >
        <Trash2 aria-hidden />
        Delete{many}
      </Item>
    </>
  );
}

interface ChangeItemsProps extends BlockItemsProps {
  ids: readonly string[];
  /** The count behind a verb, for several blocks. */
  many: string;
}

function ChangeItems({ block, ids, many, kit: { Item } }: ChangeItemsProps) {
  const store = useEditorStore();
  const anyOn = useEditor((state) => ids.some((id) => state.document.blocks[id]?.enabled));
  const isOne = ids.length === 1;
  const definition = definitionOf(block.type);
  const exporters = isOne ? (definition?.outsideWork?.request?.exporters ?? []) : [];
  const onThese = (act: () => void) => () => {
    selectOnly(store, ids);
    act();
  };
  return (
    <>
      {isOne ? (
        <Item shortcut="f2" onSelect={() => renameByHand(store, block.id)}>
          <PencilLine aria-hidden />
          Rename
        </Item>
      ) : null}
      <Item shortcut="e" onSelect={onThese(() => toggleSelection(store))}>
        <Power aria-hidden />
        {anyOn ? 'Disable' : 'Enable'}
        {many}
      </Item>
      {isOne && definition?.note === undefined ? (
        <Item onSelect={() => store.setState({ replacing: block.id })}>
          <Replace aria-hidden />
          Replace with…
        </Item>
      ) : null}
      <CopyItems ids={ids} many={many} Item={Item} />
      <Item shortcut="mod+d" onSelect={onThese(() => duplicateSelection(store))}>
        <CopyPlus aria-hidden />
        Duplicate{many}
      </Item>
      {exporters.map((exporter) => (
        <Item key={exporter.id} onSelect={() => void copyAs(store, client, block.id, exporter)}>
          <ClipboardCopy aria-hidden />
          Copy as {exporter.label}
        </Item>
      ))}
    </>
  );
}
