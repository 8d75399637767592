'use client';

import { ArrowRight } from 'lucide-react';
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react';
import { cn } from '../../ui/class-names';
import { countOf } from '../../ui/format-quantity';
import { CommentBadge } from '../comments/comment-badge';
import { type ListRow, listRows, rowWords } from '../document/list-rows';
import { removeSelection } from '../store/block-actions';
import { refuseLocked } from '../store/canvas-lock';
import { useEditor, useEditorStore } from '../store/editor-context';
import { shownProblems } from '../store/fresh-block';
import { isSelected, problemsOfBlock } from '../store/lookups';
import { sayChange } from '../store/say-change';
import { openBlock, selectOnly } from '../store/selection-actions';
import { BlockMenu } from './block-menu';
import { BlockTile, ProblemBadge } from './block-node';
import { BlockRunSign } from './block-run-status';
import { focusListRow, focusPanel } from './focus-block';

/** The workflow as a list in flow order: the same blocks, connections, problems and results as the canvas. */
export function CanvasList() {
  const document = useEditor((state) => state.document);
  const rows = useMemo(() => listRows(document), [document]);
  const [reached, setReached] = useState<string | null>(null);
  const list = useRef<HTMLOListElement>(null);
  // One row is in the tab order; the arrow keys move on from there.
  const current = rows.some(({ id }) => id === reached) ? reached : (rows[0]?.id ?? null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    if (current !== null) focusListRow(current);
  }, []);
  return (
    <section aria-label="Blocks as a list" className="absolute inset-0 overflow-y-auto bg-canvas p-4 pb-16">
      <ol ref={list} className="mx-auto flex max-w-3xl flex-col gap-1">
        {rows.map((row, index) => (
          <Row
            key={row.id}
            row={row}
            isCurrent={row.id === current}
            previousId={rows[index - 1]?.id}
            nextId={rows[index + 1]?.id}
            onReach={setReached}
          />
        ))}
      </ol>
    </section>
  );
}

interface RowProps {
  row: ListRow;
  isCurrent: boolean;
  previousId: string | undefined;
  nextId: string | undefined;
  onReach: (id: string) => void;
}

const sameRow = (a: RowProps, b: RowProps): boolean =>
  a.isCurrent === b.isCurrent &&
  a.previousId === b.previousId &&
  a.nextId === b.nextId &&
  JSON.stringify(a.row) === JSON.stringify(b.row);

const Row = memo(function Row({ row, isCurrent, previousId, nextId, onReach }: RowProps) {
  const { id, depth } = row;
  const store = useEditorStore();
  const block = useEditor((state) => state.document.blocks[id]);
  const isChosen = useEditor((state) => isSelected(state.nodes, id));
  const problems = useEditor((state) => problemsOfBlock(shownProblems(state), id).length);
  const status = useEditor((state) => state.run.blocks[id]?.status);
  if (block === undefined) return null;
  const words = [
    rowWords(row),
    ...(block.enabled ? [] : ['off']),
    ...(problems === 0 ? [] : [countOf(problems, 'problem')]),
    ...(status === undefined ? [] : [status]),
  ].join(', ');
  const open = () => {
    selectOnly(store, [id]);
    openBlock(store, id);
  };
  const press = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const to = { ArrowDown: nextId, ArrowUp: previousId }[event.key];
    if (event.key === 'Enter') {
      open();
      focusPanel();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (event.altKey) return;
      if (to !== undefined) focusListRow(to);
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      if (store.getState().readOnly || refuseLocked(store)) return;
      const count = removeSelection(store);
      sayChange(store, `Deleted ${countOf(count, 'block')}`);
      requestAnimationFrame(() => focusListRow(nextId ?? previousId ?? ''));
    } else return;
    event.preventDefault();
  };
  return (
    <li style={{ marginLeft: depth * 24 }} className="flow-list-row">
      {/* biome-ignore lint/a11y/useSemanticElements: as a block on the canvas: named, with buttons inside */}
      <div
        role="group"
        aria-label={words}
        data-list-row={id}
        tabIndex={isCurrent ? 0 : -1}
        onFocus={(event) => {
          onReach(id);
          if (event.target === event.currentTarget && !isChosen) selectOnly(store, [id]);
        }}
        onKeyDown={press}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('button') === null) open();
        }}
        className={cn(
          'flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-surface',
          'px-3 py-1.5 outline-none hover:border-faint focus-visible:ring-2 focus-visible:ring-focus',
          isChosen && 'border-accent-solid',
        )}
      >
        <BlockTile type={block.type} enabled={block.enabled} />
        <span className="min-w-24 flex-1">
          <span className="block truncate font-medium text-sm">{row.name}</span>
          <span className="block text-2xs text-muted">
            {row.title}
            {block.enabled ? '' : ' · off'}
          </span>
        </span>
        {row.next.map(({ edgeId, port, toId, to }) => (
          <button
            key={edgeId}
            type="button"
            data-edge-id={edgeId}
            tabIndex={isCurrent ? 0 : -1}
            onClick={() => focusListRow(toId)}
            className={cn(
              'flex h-6 max-w-44 items-center gap-1 rounded-md border border-line px-1.5 text-muted text-xs',
              'hover:border-accent-solid hover:text-accent [&_svg]:size-3 [&_svg]:shrink-0',
            )}
          >
            {port === null ? null : <span className="shrink-0">{port}</span>}
            <ArrowRight aria-hidden />
            <span className="truncate">{to}</span>
            <span className="sr-only">: go along the connection</span>
          </button>
        ))}
        <CommentBadge blockId={id} />
        <ProblemBadge blockId={id} />
        <BlockRunSign blockId={id} />
        <BlockMenu id={id} type={block.type} label={`More actions for ${row.name}`} />
      </div>
    </li>
  );
}, sameRow);
