'use client';

import { Plus, Spline, Trash2, Undo2 } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { Block } from '@/lib/core/workflow/schema';
import { definitionOf, portsOf } from '../document/definition-of';
import { removeEdge } from '../store/block-actions';
import { useEditor, useEditorStore } from '../store/editor-context';
import { sayChange } from '../store/say-change';
import { focusBlock } from './focus-block';

type Item = ComponentType<{
  onSelect?: () => void;
  danger?: boolean;
  shortcut?: string;
  children?: ReactNode;
}>;

/**
 * Items in a block's menu: a new block behind each output, or a connection from it or into the block, with
 * the other end chosen by name.
 */
export function ConnectItems({ blockId, Item }: { blockId: string; Item: Item }) {
  const store = useEditorStore();
  const block = useEditor((state): Block | undefined => state.document.blocks[blockId]);
  const ports = block === undefined ? [] : portsOf(block);
  const takesInput = block !== undefined && definitionOf(block.type)?.hasInput === true;
  const add = (handle: string) => () => store.setState({ palette: { kind: 'output', blockId, handle } });
  const isMain = (id: string, index: number) => index === 0 && id === 'out';
  return (
    <>
      {ports.map(({ id, label }, index) => (
        <Item key={`add ${id}`} onSelect={add(id)}>
          <Plus aria-hidden />
          {isMain(id, index) ? 'Add a block after it…' : `Add a block on “${label}”…`}
        </Item>
      ))}
      {ports.map(({ id, label }, index) => (
        <Item
          key={id}
          onSelect={() => store.setState({ connecting: { kind: 'output', blockId, handle: id } })}
        >
          <Spline aria-hidden />
          {isMain(id, index) ? 'Connect to…' : `Connect “${label}” to…`}
        </Item>
      ))}
      {takesInput ? (
        <Item onSelect={() => store.setState({ connecting: { kind: 'input', blockId } })}>
          <Undo2 aria-hidden />
          Connect from…
        </Item>
      ) : null}
    </>
  );
}

/** The menu of a connection. */
export function EdgeItems({
  edgeId,
  Item,
  Separator,
}: {
  edgeId: string;
  Item: Item;
  Separator: ComponentType;
}) {
  const store = useEditorStore();
  const edge = useEditor((state) => state.document.edges.find(({ id }) => id === edgeId));
  if (edge === undefined) return null;
  const moveEnd = (end: 'source' | 'target') => () =>
    store.setState({ connecting: { kind: 'edge', edgeId, end } });
  return (
    <>
      <Item onSelect={() => store.setState({ palette: { kind: 'edge', edgeId } })}>
        <Plus aria-hidden />
        Add a block between
      </Item>
      <Item onSelect={moveEnd('target')}>
        <Spline aria-hidden />
        Connect to another block…
      </Item>
      <Item onSelect={moveEnd('source')}>
        <Undo2 aria-hidden />
        Connect from another block…
      </Item>
      <Separator />
      <Item
        danger
        shortcut="delete"
        onSelect={() => {
          removeEdge(store, edgeId);
          focusBlock(edge.source);
          sayChange(store, 'Deleted 1 connection');
        }}
      >
        <Trash2 aria-hidden />
        Delete the connection
      </Item>
    </>
  );
}
