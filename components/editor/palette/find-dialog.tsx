'use client';

import { useReactFlow } from '@xyflow/react';
import { Command as Cmdk } from 'cmdk';
import { type FormEvent, useDeferredValue, useMemo, useRef, useState } from 'react';
import { Button } from '../../ui/button';
import { cn } from '../../ui/class-names';
import { countOf } from '../../ui/format-quantity';
import { Input } from '../../ui/input';
import { SearchDialog } from '../../ui/search-dialog';
import { BlockIcon } from '../document/block-icon';
import { definitionOf, iconOf } from '../document/definition-of';
import { findInDocument, type Hit } from '../document/find-in-document';
import type { BlockEdge, BlockNode } from '../document/flow-elements';
import { replaceInDocument } from '../document/replace-in-document';
import { layOutForm, tabOfField } from '../fields/form-layout';
import { focusBlock } from '../flow/focus-block';
import { type Flow, revealInViewport } from '../flow/view-moves';
import { useEditor, useEditorStore } from '../store/editor-context';
import { commitDocument } from '../store/editor-store';
import { sayChange } from '../store/say-change';
import { revealBlock, selectOnly } from '../store/selection-actions';

const MAX_HITS = 100;

/** Finds text in the workflow; choosing a match opens its block there. */
export function FindDialog() {
  const store = useEditorStore();
  const flow: Flow = useReactFlow<BlockNode, BlockEdge>();
  const text = useEditor((state) => state.finding);
  const document = useEditor((state) => state.document);
  const typed = text ?? '';
  const sought = useDeferredValue(typed);
  const found = useMemo(() => findInDocument(document, sought, Number.POSITIVE_INFINITY), [document, sought]);
  const hits = found.slice(0, MAX_HITS);
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
    requestAnimationFrame(() => revealInViewport(flow, blockId));
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
        isBehind: sought !== typed,
        onEarlyEnter: goToBest,
      }}
      size="lg"
      footer={found.length === 0 ? null : <FoundFooter sought={sought} hits={found} />}
    >
      {hits.map((hit) => (
        <FoundItem key={hit.id} hit={hit} onChoose={() => go(hit)} />
      ))}
    </SearchDialog>
  );
}

/** Shows the number of matches, with an input to replace all of them. */
function FoundFooter({ sought, hits }: { sought: string; hits: readonly Hit[] }) {
  const store = useEditorStore();
  const readOnly = useEditor((state) => state.readOnly);
  const document = useEditor((state) => state.document);
  const [replacement, setReplacement] = useState('');
  const { count } = useMemo(() => replaceInDocument(document, sought, ''), [document, sought]);
  const blocks = new Set(hits.map(({ blockId }) => blockId)).size;
  const replaceAll = (event: FormEvent) => {
    event.preventDefault();
    const replaced = replaceInDocument(store.getState().document, sought, replacement);
    store.setState({ finding: null });
    commitDocument(store, replaced.document, { label: 'Replace' });
    sayChange(
      store,
      `Replaced ${countOf(replaced.count, 'occurrence')} in ${countOf(replaced.blocks, 'block')}`,
    );
  };
  return (
    <form
      onSubmit={replaceAll}
      className="flex flex-wrap items-center gap-2 border-line border-t px-4 py-2 text-muted text-xs"
    >
      <span role="status" className="tabular mr-auto">
        {countOf(hits.length, 'result')} in {countOf(blocks, 'block')}
        {hits.length > MAX_HITS ? `, the first ${MAX_HITS} listed` : ''}
      </span>
      {readOnly || count === 0 ? null : (
        <>
          <Input
            aria-label="Replace with"
            placeholder="Replace with…"
            value={replacement}
            onChange={(event) => setReplacement(event.target.value)}
            className="h-7 w-44 font-mono text-xs"
          />
          <Button size="sm" type="submit">
            Replace {countOf(count, 'occurrence')}
          </Button>
        </>
      )}
    </form>
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
