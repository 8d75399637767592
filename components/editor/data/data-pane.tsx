'use client';

import { ListTree, Search, Split, X } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react';
import { cn } from '../../ui/class-names';
import { useCommands } from '../../ui/commands';
import { EmptyState } from '../../ui/empty-state';
import { IconButton } from '../../ui/icon-button';
import { ResizeEdge } from '../../ui/resize-edge';
import { type SizeRule, useSavedSize } from '../../ui/saved-size';
import { definitionOf } from '../document/definition-of';
import { useLastFocusedField } from '../references/focused-field';
import { useReferenceScope } from '../references/use-scope';
import { useEditor } from '../store/editor-context';
import { dataRows, nearestRow } from './data-rows';
import { DataTree } from './data-tree';
import { copyReference, insertReference } from './insert-reference';
import { NothingKnown } from './nothing-known';
import { jumpToPane, leavePane, showPane, uncoverForm, usePaneOpen } from './pane-state';

const WIDTH: SizeRule = {
  name: 'values',
  least: 200,
  most: () => window.innerWidth * 0.3,
  first: () => 288,
};

const COMMANDS = [
  {
    id: 'values',
    title: 'Values of earlier blocks',
    group: 'View',
    icon: ListTree,
    shortcut: 'mod+j',
    keywords: ['data', 'references', 'outputs', 'input'],
    run: jumpToPane,
  },
];

/** Pane between canvas and form with the outputs of earlier blocks, to insert into the form's fields. */
export function DataPane() {
  const blockId = useEditor(({ openBlockId, document }) => {
    const block = openBlockId === null ? undefined : document.blocks[openBlockId];
    return block === undefined || definitionOf(block.type)?.hasInput === false ? null : block.id;
  });
  const isOpen = usePaneOpen();
  if (blockId === null) return null;
  return (
    <>
      <ShortcutOfPane />
      {isOpen ? <OpenPane key={blockId} blockId={blockId} /> : null}
    </>
  );
}

function ShortcutOfPane() {
  useCommands(COMMANDS);
  return null;
}

function OpenPane({ blockId }: { blockId: string }) {
  const width = useSavedSize(WIDTH);
  const field = useLastFocusedField();
  const own = field?.blockId === blockId ? field : null;
  const { scope } = useReferenceScope(blockId, own?.when, own?.args);
  const [needle, setNeedle] = useState('');
  const sought = useDeferredValue(needle);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => dataRows(scope, toggled, sought), [scope, toggled, sought]);
  const toggle = (id: string) =>
    setToggled((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  const pick = (reference: string) => {
    uncoverForm();
    void insertReference(blockId, reference);
  };
  const close = () => {
    leavePane();
    showPane(false);
  };
  return (
    <section
      data-values
      aria-label="Values of earlier blocks"
      className={cn(
        'order-1 flex min-h-0 shrink-0 flex-col border-line bg-surface',
        'lg:relative lg:w-(--pane-width) lg:max-w-[30vw] lg:border-l',
        'max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-md:z-31 md:max-lg:z-20',
        'md:max-lg:h-[45dvh] md:max-lg:border-t md:max-lg:shadow-float',
        // Below the panel's header and its tabs.
        'max-md:top-22',
      )}
      style={{ '--pane-width': `${width.px}px` } as object}
    >
      <ResizeEdge size={width} label="Width of the values" side="left" className="max-lg:hidden" />
      <header className="flex h-12 shrink-0 items-center gap-2 border-line border-b pr-2 pl-4 max-md:hidden">
        <h2 className="min-w-0 flex-1 truncate font-semibold text-sm">Values of earlier blocks</h2>
        <IconButton label="Hide the values" onClick={close}>
          <X />
        </IconButton>
      </header>
      {scope.length === 0 ? (
        <EmptyState icon={Split} title="Nothing comes before this block" className="py-8">
          Connect a block before it to use its outputs here.
        </EmptyState>
      ) : (
        <>
          <Filter needle={needle} onChange={setNeedle} />
          <NothingKnown scope={scope} blockId={blockId} />
          {rows.length === 0 ? (
            <p className="px-4 py-3 text-muted text-xs">No results for “{sought}”.</p>
          ) : (
            <DataTree
              rows={rows}
              startAt={sought.trim() === '' ? nearestRow(rows) : 0}
              onToggle={toggle}
              onPick={pick}
              onCopy={(reference) => void copyReference(reference)}
              onLeave={leavePane}
            />
          )}
        </>
      )}
    </section>
  );
}

function Filter({ needle, onChange }: { needle: string; onChange: (needle: string) => void }) {
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      if (needle === '') leavePane();
      else onChange('');
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      event.currentTarget.closest('[data-values]')?.querySelector<HTMLElement>('[role=tree]')?.focus();
    }
  };
  return (
    <label className="flex h-8 shrink-0 items-center gap-2 border-line border-b px-3">
      <Search className="size-3.5 shrink-0 text-faint" aria-hidden />
      <input
        aria-label="Filter values"
        placeholder="Filter names and values"
        value={needle}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-full min-w-0 flex-1 bg-transparent text-xs outline-none max-sm:text-lg"
      />
    </label>
  );
}
