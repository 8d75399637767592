'use client';

import { useReactFlow } from '@xyflow/react';
import { Command as Cmdk } from 'cmdk';
import { useDeferredValue, useMemo, useRef } from 'react';
import { cn } from '../../ui/class-names';
import { SearchDialog } from '../../ui/search-dialog';
import { BlockIcon } from '../document/block-icon';
import { definitionOf, iconOf } from '../document/definition-of';
import { findInDocument, type Hit } from '../document/find-in-document';
import type { BlockEdge, BlockNode } from '../document/flow-elements';
import { layOutForm, tabOfField } from '../fields/form-layout';
import { focusBlock } from '../flow/focus-block';
import { bringIntoSight, type Flow } from '../flow/view-moves';
import { useEditor, useEditorStore } from '../store/editor-context';
import { revealBlock, selectOnly } from '../store/selection-actions';

const MAX_HITS = 100;

/** Where words stand in the workflow; choosing a place opens its block there. */
export function FindDialog() {
  const store = useEditorStore();
  const flow: Flow = useReactFlow<BlockNode, BlockEdge>();
  const text = useEditor((state) => state.finding);
  const document = useEditor((state) => state.document);
  const typed = text ?? '';
  const sought = useDeferredValue(typed);
  const hits = useMemo(() => findInDocument(document, sought, MAX_HITS), [document, sought]);
  const gone = useRef<string | null>(null);
  const go = ({ blockId, groupId, field }: Hit) => {
    const definition = definitionOf(document.blocks[blockId]?.type ?? '');
    const tab =
      definition === undefined ? null : tabOfField(layOutForm(definition.fields), field ?? undefined);
    gone.current = blockId;
    store.setState({ finding: null });
    const group = document.groups?.find(({ id }) => id === groupId);
    if (group === undefined) revealBlock(store, blockId, tab);
    else selectOnly(store, group.blockIds);
    requestAnimationFrame(() => bringIntoSight(flow, blockId));
  };
  const goToBest = () => {
    const [best] = findInDocument(document, typed, 1);
    if (best !== undefined) go(best);
  };
  return (
    <SearchDialog
      open={text !== null}
      onOpenChange={(open) => (open ? undefined : store.setState({ finding: null }))}
      onCloseAutoFocus={(event) => {
        if (gone.current === null) return;
        event.preventDefault();
        focusBlock(gone.current);
        gone.current = null;
      }}
      title="Find in the workflow"
      placeholder="Find names, URLs, references, text…"
      empty={
        sought.trim() === ''
          ? 'Type a part of a name, a URL, a reference such as <start.id>, or any text.'
          : `No results for “${sought.trim()}”.`
      }
      filter={null}
      search={{
        text: typed,
        onChange: (finding) => store.setState({ finding }),
        onEarlyEnter: sought === typed ? null : goToBest,
      }}
      size="lg"
    >
      {hits.map((hit) => (
        <FoundItem key={hit.id} hit={hit} onChoose={() => go(hit)} />
      ))}
      {hits.length === MAX_HITS ? (
        <p className="px-3 py-2 text-muted text-xs">The first {MAX_HITS} results. Type more to see fewer.</p>
      ) : null}
    </SearchDialog>
  );
}

function FoundItem({ hit, onChoose }: { hit: Hit; onChoose: () => void }) {
  const type = useEditor((state) => state.document.blocks[hit.blockId]?.type ?? '');
  const name = useEditor((state) => state.document.blocks[hit.blockId]?.name);
  return (
    <Cmdk.Item
      value={hit.id}
      onSelect={onChoose}
      className={cn(
        'flex cursor-default items-center gap-3 rounded-lg px-2.5 py-1.5',
        'data-[selected=true]:bg-hover',
      )}
    >
      <BlockIcon icon={iconOf(type)} className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2 text-sm">
          <span className="truncate font-medium">{name}</span>
          <span className="shrink-0 text-muted text-xs">{hit.label}</span>
        </span>
        <span className={cn('block truncate text-muted text-xs', hit.field !== null && 'font-mono')}>
          {hit.before}
          <mark className="rounded-sm bg-accent-soft text-accent">{hit.match}</mark>
          {hit.after}
        </span>
      </span>
    </Cmdk.Item>
  );
}
