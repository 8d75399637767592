'use client';

import { ChevronRight, CornerDownLeft, Route } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { toast } from 'sonner';
import { pathInside } from '@/lib/core/references/path-text';
import { cn } from './class-names';
import { CopyButton } from './copy-button';
import { copyText } from './copy-text';
import { countOf } from './format-quantity';
import { IconButton } from './icon-button';
import type { JsonRow } from './json-rows';
import { kindOf } from './json-tree';

/** The minimum target height (WCAG 2.5.8). */
export const ROW_HEIGHT_PX = 24;
const INDENT_PX = 14;

export interface JsonRowProps {
  id: string;
  row: JsonRow;
  /** In pixels from the top of the list. */
  top: number;
  current: boolean;
  /** Text to highlight. */
  needle: string;
  onToggle: () => void;
  /** Returns the text to copy for its value. */
  copyText: () => string | Promise<string>;
  onPick?: (path: string) => void;
  /** The name of the pick action. */
  pickLabel?: string;
}

const CHILD_WORDS: Partial<Record<JsonRow['kind'], string>> = {
  array: 'item',
  object: 'field',
  string: 'line',
};

export function JsonRowView(props: JsonRowProps) {
  const { id, row, top, current, needle, onToggle, copyText, onPick, pickLabel = 'Use this value' } = props;
  const [hovered, setHovered] = useState(false);
  const branch = row.childCount !== null && row.childCount > 0;
  const text = row.open ? countOf(row.childCount ?? 0, CHILD_WORDS[row.kind] ?? 'row') : row.text;
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
        className={cn('select-text whitespace-pre', kindColor(row.kind))}
        label={pickLabel}
        {...(onPick && row.path.length > 0 ? { onPick: () => onPick(pathInside(row.path)) } : {})}
      >
        {row.open ? (
          <span className="text-faint">{text}</span>
        ) : (
          <Marked text={text} needle={row.kind === 'array' || row.kind === 'object' ? '' : needle} />
        )}
      </ValueFrame>
      {hovered ? (
        <RowActions row={row} copyText={copyText} label={pickLabel} {...(onPick ? { onPick } : {})} />
      ) : null}
    </div>
  );
}

/**
 * The name before a value; for a branch it is the button that opens it. Screen readers get it from the
 * row's own label.
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

/** A value that can be picked with a click; by keyboard, Enter on the row picks it. */
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

interface RowActionsProps extends Pick<JsonRowProps, 'row' | 'copyText'> {
  label: string;
  onPick?: (path: string) => void;
}

function RowActions({ row, copyText: textOf, label, onPick }: RowActionsProps) {
  const path = pathInside(row.path);
  const copyPath = async () => {
    if (await copyText(path)) toast.success('Path copied', { description: path });
  };
  return (
    <span
      className={cn(
        'sticky right-1 ml-1 flex items-center rounded-md',
        'bg-raised shadow-lift [&_button]:size-6 [&_svg]:size-3',
      )}
    >
      <CopyButton label="Copy value" text={textOf} />
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
      <mark className="rounded-xs bg-warning-solid/40 text-ink">{text.slice(at, at + needle.length)}</mark>
      {text.slice(at + needle.length)}
    </>
  );
}

export const valueColor = (value: unknown): string => kindColor(kindOf(value));

function kindColor(kind: JsonRow['kind']): string {
  if (kind === 'string' || kind === 'line') return 'text-success';
  if (kind === 'number') return 'text-running';
  return kind === 'boolean' ? 'text-accent' : 'text-faint';
}
