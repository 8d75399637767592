'use client';

import { Command as Cmdk } from 'cmdk';
import { useMemo, useRef } from 'react';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { cn } from '../../ui/class-names';
import { SearchDialog } from '../../ui/search-dialog';
import { BlockIcon } from '../document/block-icon';
import { definitionOf, iconOf, portsOf } from '../document/definition-of';
import { type ConnectChoice, type ConnectWish, connectChoices } from '../document/reconnect';
import { focusBlock } from '../flow/focus-block';
import { sayRefusal } from '../flow/say-refusal';
import { connect } from '../store/block-actions';
import { reconnect } from '../store/edge-actions';
import { useEditor, useEditorStore } from '../store/editor-context';
import type { EditorState } from '../store/editor-store';

/** Draws a connection, or moves an end of one, by choosing the block there: without a pointer. */
export function ConnectDialog() {
  const store = useEditorStore();
  const wish = useEditor((state) => state.connecting);
  const document = useEditor((state) => state.document);
  const choices = useMemo(() => (wish === null ? [] : connectChoices(document, wish)), [document, wish]);
  const words = useEditor((state) => dialogTitle(state, wish));
  const done = useRef<string | null>(null);
  const close = () => store.setState({ connecting: null });
  const choose = ({ connection, blockId }: ConnectChoice) => {
    close();
    const refusal =
      wish?.kind === 'edge' ? reconnect(store, wish.edgeId, connection) : connect(store, connection);
    if (sayRefusal(refusal)) done.current = blockId;
  };
  return (
    <SearchDialog
      open={wish !== null}
      onOpenChange={(open) => (open ? undefined : close())}
      onCloseAutoFocus={(event) => {
        if (done.current === null) return;
        event.preventDefault();
        focusBlock(done.current);
        done.current = null;
      }}
      title={words}
      placeholder={`${words}…`}
      empty="No results. A connection can’t leave its container or create a cycle."
    >
      {choices.map((choice) => (
        <Choice
          key={`${choice.blockId} ${choice.connection.sourceHandle}`}
          choice={choice}
          onChoose={() => choose(choice)}
        />
      ))}
    </SearchDialog>
  );
}

function dialogTitle({ document: { blocks, edges } }: EditorState, wish: ConnectWish | null): string {
  if (wish === null) return '';
  const edge = wish.kind === 'edge' ? edges.find(({ id }) => id === wish.edgeId) : undefined;
  if (wish.kind === 'input' || (wish.kind === 'edge' && wish.end === 'source'))
    return `Connect another block to ${nameOf(blocks, wish.kind === 'input' ? wish.blockId : edge?.target)}`;
  const block = blocks[edge?.source ?? (wish.kind === 'output' ? wish.blockId : '')];
  const handle = edge?.sourceHandle ?? (wish.kind === 'output' ? wish.handle : '');
  const ports = block === undefined ? [] : portsOf(block);
  const port = ports.length < 2 ? undefined : ports.find(({ id }) => id === handle);
  const name = nameOf(blocks, block?.id);
  return `Connect ${port === undefined || port.id === 'out' ? name : `${name}, ${port.label},`} to`;
}

/** Returns the block's name; another user may have deleted it meanwhile. */
const nameOf = (blocks: WorkflowDocument['blocks'], id: string | undefined): string =>
  blocks[id ?? '']?.name ?? 'a block that was deleted';

function Choice({ choice, onChoose }: { choice: ConnectChoice; onChoose: () => void }) {
  const { blockId, port, connection } = choice;
  const block = useEditor((state) => state.document.blocks[blockId]);
  if (block === undefined) return null;
  const title = definitionOf(block.type)?.title ?? block.type;
  return (
    <Cmdk.Item
      value={`${block.name} ${connection.sourceHandle} ${blockId}`}
      keywords={[title, port ?? '']}
      onSelect={onChoose}
      className={cn(
        'flex cursor-default items-center gap-3 rounded-lg px-2.5 py-1.5',
        'data-[selected=true]:bg-hover',
      )}
    >
      <BlockIcon icon={iconOf(block.type)} className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1 truncate text-sm">
        <span className="font-medium">{block.name}</span>
        {port === null ? null : <span className="text-muted"> · {port}</span>}
      </span>
      <span className="shrink-0 text-muted text-xs">{title}</span>
    </Cmdk.Item>
  );
}
