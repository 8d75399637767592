'use client';

import { ChevronRight, Pin } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../../ui/class-names';
import { valueColor } from '../../ui/json-row';
import { previewOf } from '../../ui/json-tree';
import { RelativeTime } from '../../ui/relative-time';
import { BlockIcon } from '../document/block-icon';
import { ORIGINS } from '../references/known-value';
import { type BlockRow, type DataRow, expectedWords, type ValueRow } from './data-rows';

export const DATA_ROW_HEIGHT_PX = 26;
const INDENT_PX = 12;
const PREVIEW_CHARS = 120;

export interface DataRowProps {
  id: string;
  index: number;
  row: DataRow;
  isCurrent: boolean;
}

/** A block or a value; the tree around it handles keys, clicks and drags. */
export function DataRowView({ id, index, row, isCurrent }: DataRowProps) {
  return (
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      data-row={index}
      draggable={row.kind === 'value'}
      aria-label={row.kind === 'block' ? undefined : describeRow(row)}
      aria-level={row.depth + 1}
      aria-expanded={row.isBranch ? row.open : undefined}
      aria-selected={isCurrent}
      title={row.kind === 'value' ? `${row.reference} · click to insert, or drag it into a field` : undefined}
      className={cn(
        'absolute inset-x-0 flex cursor-pointer select-none items-center gap-1 pr-2 hover:bg-hover',
        isCurrent && 'group-focus-visible/tree:bg-accent-soft',
      )}
      style={{
        top: index * DATA_ROW_HEIGHT_PX,
        height: DATA_ROW_HEIGHT_PX,
        paddingLeft: 6 + row.depth * INDENT_PX,
      }}
    >
      <span data-chevron className="flex h-full w-4 shrink-0 items-center justify-center" aria-hidden>
        {row.isBranch ? <ChevronRight className={cn('size-3 text-faint', row.open && 'rotate-90')} /> : null}
      </span>
      {row.kind === 'block' ? <BlockWords row={row} /> : <ValueWords row={row} />}
    </div>
  );
}

function BlockWords({ row: { block } }: { row: BlockRow }) {
  return (
    <>
      <BlockIcon icon={block.icon} className="size-3.5 shrink-0 text-accent" />
      <span className="min-w-0 shrink truncate font-medium text-ink">{block.name}</span>
      <span className="sr-only">, </span>
      <span className="ml-auto flex shrink-0 items-center gap-1 pl-2 text-faint">
        {block.last?.from === 'pinned' ? <Pin className="size-3" aria-hidden /> : null}
        <Origin block={block} />
      </span>
    </>
  );
}

function Origin({ block: { last, defaults } }: Pick<BlockRow, 'block'>): ReactNode {
  if (last === undefined) return defaults === undefined ? 'no value yet' : ORIGINS.default;
  return (
    <>
      {ORIGINS[last.from]}
      {last.at == null ? null : (
        <>
          {' · '}
          <RelativeTime at={last.at} />
        </>
      )}
    </>
  );
}

function ValueWords({ row }: { row: ValueRow }) {
  const { value } = row.known;
  return (
    <span className="min-w-0 flex-1 truncate font-mono">
      <span className={typeof row.name === 'number' ? 'text-faint' : 'text-ink'}>{row.name}</span>
      <span className="text-faint">: </span>
      {value === undefined ? (
        <span className="font-sans text-faint">{expectedWords(row.known)}</span>
      ) : (
        <span className={valueColor(value)}>{previewOf(value, PREVIEW_CHARS)}</span>
      )}
    </span>
  );
}

function describeRow(row: ValueRow): string {
  const { value } = row.known;
  return `${row.name}: ${value === undefined ? expectedWords(row.known) : previewOf(value, PREVIEW_CHARS)}`;
}
