'use client';

import { ChevronRight, CornerDownLeft, Route } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { toast } from 'sonner';
import { ExactNumber } from '@/lib/platform/text/exact-number';
import { writeJson } from '@/lib/platform/text/json-text';
import { cn } from './class-names';
import { CopyButton } from './copy-button';
import { copyText } from './copy-text';
import { countOf } from './format-quantity';
import { IconButton } from './icon-button';
import { isBranch, type JsonRow, pathText, previewOf } from './json-tree';

export const ROW_HEIGHT_PX = 22;
const INDENT_PX = 14;
const PREVIEW_CHARS = 240;

export interface JsonRowProps {
  id: string;
  row: JsonRow;
  /** In pixels from the top of the list. */
  top: number;
  current: boolean;
  /** Text to mark. */
  needle: string;
  onToggle: () => void;
  onPick?: (path: string) => void;
  /** What picking does. */
  pickLabel?: string;
}

export function JsonRowView(props: JsonRowProps) {
  const { id, row, top, current, needle, onToggle, onPick, pickLabel = 'Use this value' } = props;
  const [hovered, setHovered] = useState(false);
  const branch = row.childCount !== null && row.childCount > 0;
  const text = row.open
    ? countOf(row.childCount ?? 0, Array.isArray(row.value) ? 'item' : 'field')
    : previewOf(row.value, PREVIEW_CHARS);
  return (
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-label={row.name === null ? text : `${row.name}: ${text}`}
      aria-level={row.depth + 1}
      aria-expanded={branch ? row.open : undefined}
      aria-selected={current}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      className={cn(
        'absolute inset-x-0 flex items-center gap-1 pr-2 hover:bg-hover',
        current && 'group-focus-visible/tree:bg-accent-soft',
      )}
      style={{ top, height: ROW_HEIGHT_PX, paddingLeft: 6 + row.depth * INDENT_PX }}
    >
      <RowHead row={row} needle={needle} {...(branch ? { onToggle } : {})} />
      <ValueFrame
        className={cn('select-text whitespace-pre', valueColor(row.value))}
        label={pickLabel}
        {...(onPick && row.path.length > 0 ? { onPick: () => onPick(pathText(row.path)) } : {})}
      >
        {row.open ? (
          <span className="text-faint">{text}</span>
        ) : (
          <Marked text={text} needle={isBranch(row.value) ? '' : needle} />
        )}
      </ValueFrame>
      {hovered ? <RowActions row={row} label={pickLabel} {...(onPick ? { onPick } : {})} /> : null}
    </div>
  );
}

/**
 * The name in front of a value; of a branch it is the button that opens it. The row's own label says it to
 * screen readers.
 */
function RowHead({ row, needle, onToggle }: { row: JsonRow; needle: string; onToggle?: () => void }) {
  const classes = 'flex shrink-0 items-center gap-1 whitespace-nowrap text-left';
  const name =
    row.name === null ? null : (
      <span className={typeof row.name === 'number' ? 'text-faint' : 'text-ink'}>
        <Marked text={String(row.name)} needle={needle} />
        <span className="text-faint">:</span>
      </span>
    );
  if (onToggle === undefined) return <span className={cn(classes, 'pl-4')}>{name}</span>;
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={`${row.open ? 'Close' : 'Open'} ${row.name ?? 'all'}`}
      onClick={onToggle}
      className={classes}
    >
      <ChevronRight aria-hidden className={cn('size-3 text-faint', row.open && 'rotate-90')} />
      {name}
    </button>
  );
}

interface ValueFrameProps {
  className: string;
  label: string;
  onPick?: () => void;
  children: ReactNode;
}

/** A value that can be picked by a press on it; the keyboard does it with Enter on the row. */
function ValueFrame({ className, label, onPick, children }: ValueFrameProps) {
  if (onPick === undefined) return <span className={className}>{children}</span>;
  return (
    <button
      type="button"
      tabIndex={-1}
      title={label}
      onClick={onPick}
      className={cn(className, 'rounded-xs decoration-dotted underline-offset-3 hover:underline')}
    >
      {children}
    </button>
  );
}

interface RowActionsProps {
  row: JsonRow;
  label: string;
  onPick?: (path: string) => void;
}

function RowActions({ row, label, onPick }: RowActionsProps) {
  const path = pathText(row.path);
  const copyPath = async () => {
    if (await copyText(path)) toast.success('Path copied', { description: path });
  };
  return (
    <span
      className={cn(
        'sticky right-1 ml-1 flex items-center rounded-md',
        'bg-raised shadow-lift [&_button]:size-5 [&_svg]:size-3',
      )}
    >
      <CopyButton
        label="Copy value"
        text={() => (typeof row.value === 'string' ? row.value : writeJson(row.value, null, 2))}
      />
      {path === '' ? null : (
        <IconButton label="Copy path" size="sm" onClick={copyPath}>
          <Route />
        </IconButton>
      )}
      {onPick && path !== '' ? (
        <IconButton label={label} size="sm" onClick={() => onPick(path)}>
          <CornerDownLeft />
        </IconButton>
      ) : null}
    </span>
  );
}

function Marked({ text, needle }: { text: string; needle: string }) {
  const at = needle === '' ? -1 : text.toLowerCase().indexOf(needle.toLowerCase());
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark className="rounded-xs bg-warning-solid/40 text-inherit">
        {text.slice(at, at + needle.length)}
      </mark>
      {text.slice(at + needle.length)}
    </>
  );
}

function valueColor(value: unknown): string {
  if (typeof value === 'string') return 'text-success';
  if (typeof value === 'number' || value instanceof ExactNumber) return 'text-running';
  if (typeof value === 'boolean') return 'text-accent';
  return 'text-faint';
}
