'use client';

import { FileType, MessageSquareText, X } from 'lucide-react';
import { useRef } from 'react';
import { Checkbox } from '../../ui/checkbox';
import { cn } from '../../ui/class-names';
import { focusAfter, TEXT_CONTROL } from '../../ui/focus-after';
import { IconButton } from '../../ui/icon-button';
import { ReferenceInput } from '../references/reference-input';
import { type Suggestions, suggestKeys, suggestValues } from './header-suggestions';
import { PartLabels, showsPartLabels } from './part-labels';
import { RowGrip, RowPlace } from './row-grip';
import { type EditedRow, respelled } from './row-list';
import type { RowProblem } from './row-problems';
import { SuggestedInput } from './suggested-input';

export interface TableRowProps {
  name: string;
  blockId: string;
  row: EditedRow;
  index: number;
  isBlank: boolean;
  /** True if there is no other row to align with. */
  isLone: boolean;
  readOnly: boolean;
  suggestions: Suggestions | undefined;
  problem: RowProblem | undefined;
  hasFile: boolean;
  onChange: (row: EditedRow) => void;
  onRemove: () => void;
  onMove: (from: number, to: number) => void;
  /** Returns true if the pasted text was handled. */
  onPaste: (text: string) => boolean;
  onEnter: () => void;
}

/** One row of a table: grip, switch, key and value; below, its file name, description and problem. */
export function TableRow(props: TableRowProps) {
  const { name, row, index, isBlank, isLone, readOnly, problem, onChange, onMove } = props;
  const isFixed = readOnly || isBlank;
  const hasDescription = !isBlank && row.description !== undefined;
  return (
    <RowPlace index={index} label={name} onMove={onMove} className="group/row flex items-start gap-1">
      <span className={cn('w-6 shrink-0', isLone && 'hidden')}>
        {isFixed ? null : <RowGrip index={index} label={name} onMove={onMove} />}
      </span>
      <span className={cn('flex h-8 items-center', isBlank && 'invisible', isLone && 'hidden')}>
        <Checkbox
          aria-label={`${name} is on`}
          checked={row.enabled}
          disabled={isFixed}
          onCheckedChange={(checked) => onChange({ ...row, enabled: checked === true })}
        />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <KeyAndValue {...props} />
        {props.hasFile && !isBlank && showsPartLabels(row) ? (
          <PartLabels name={name} row={row} readOnly={readOnly} onChange={onChange} />
        ) : null}
        {hasDescription ? (
          <input
            aria-label={`${name} description`}
            placeholder="What it is for"
            value={row.description ?? ''}
            readOnly={readOnly}
            data-description
            onBlur={() => onChange(withDescription(row, row.description ?? ''))}
            onChange={(event) => onChange({ ...row, description: event.target.value })}
            className={cn(
              'h-6 w-full rounded-sm bg-transparent px-2.5 text-muted',
              'text-xs outline-none placeholder:text-faint focus:bg-sunken',
            )}
          />
        ) : null}
        {problem === undefined ? null : (
          <p role="alert" className="text-danger text-xs">
            {problem.words}
          </p>
        )}
      </div>
      <span
        className={cn(
          'flex h-8 shrink-0 items-center justify-end max-sm:w-6',
          props.hasFile ? 'w-18' : 'w-12',
          isLone && 'hidden',
        )}
      >
        {isFixed ? null : (
          <RowButtons
            {...props}
            hasDescription={hasDescription}
            onDescribe={(place) =>
              focusAfter(
                () => onChange({ ...row, description: '' }),
                () => place?.querySelector<HTMLElement>('[data-description]'),
              )
            }
            onLabel={
              props.hasFile && !showsPartLabels(row)
                ? (place) =>
                    focusAfter(
                      () => onChange({ ...row, contentType: '' }),
                      () => place?.querySelector<HTMLElement>('[data-part-label="contentType"]'),
                    )
                : null
            }
          />
        )}
      </span>
    </RowPlace>
  );
}

function KeyAndValue({
  name,
  blockId,
  row,
  isBlank,
  readOnly,
  suggestions,
  problem,
  onChange,
  onPaste,
  onEnter,
}: TableRowProps) {
  const frame = useRef<HTMLDivElement>(null);
  return (
    <div ref={frame} className={cn('grid min-w-0 grid-cols-[2fr_3fr] gap-1.5', !row.enabled && 'opacity-50')}>
      <SuggestedInput
        label={`${name} key`}
        value={row.key}
        options={suggestions === undefined ? [] : suggestKeys(suggestions, row.key)}
        onChoose={(key) =>
          focusAfter(
            () => onChange(respelled(row, { key })),
            () => valueInput(frame.current),
          )
        }
        onPaste={onPaste}
        takesOnly
        data-row-key
      >
        <ReferenceInput
          aria-label={`${name} key`}
          blockId={blockId}
          value={row.key}
          placeholder={isBlank ? 'Add a key' : 'Key'}
          readOnly={readOnly}
          invalid={problem?.isValue === false}
          whole="none"
          mono
          onChange={(key) => onChange(respelled(row, { key }))}
          onEnter={() => valueInput(frame.current)?.focus()}
        />
      </SuggestedInput>
      <SuggestedInput
        label={`${name} value`}
        value={row.value}
        options={suggestions === undefined ? [] : suggestValues(suggestions, row.key, row.value)}
        onChoose={(value) => onChange(respelled(row, { value }))}
      >
        <ReferenceInput
          aria-label={`${name} value`}
          blockId={blockId}
          value={row.value}
          placeholder="Value"
          readOnly={readOnly}
          invalid={problem?.isValue === true}
          mono
          onChange={(value) => onChange(respelled(row, { value }))}
          onEnter={onEnter}
        />
      </SuggestedInput>
    </div>
  );
}

/** Returns the input of the value, which follows the key's. */
const valueInput = (frame: HTMLElement | null): HTMLElement | undefined =>
  [...(frame?.querySelectorAll<HTMLElement>(TEXT_CONTROL) ?? [])][1];

/** Visible while the row is hovered or focused. */
const QUIET = cn(
  'opacity-0 focus-visible:opacity-100 max-sm:hidden',
  'group-focus-within/row:opacity-100 group-hover/row:opacity-100 [&_svg]:size-3.5',
);

function RowButtons({
  name,
  onRemove,
  hasDescription,
  onDescribe,
  onLabel,
}: TableRowProps & {
  hasDescription: boolean;
  onDescribe: (row: Element | null) => void;
  /** Null if there is nothing to open. */
  onLabel: ((row: Element | null) => void) | null;
}) {
  return (
    <>
      {onLabel === null ? null : (
        <IconButton
          size="sm"
          label={`Content type of ${name}`}
          onClick={(event) => onLabel(event.currentTarget.closest('[data-row]'))}
          className={QUIET}
        >
          <FileType />
        </IconButton>
      )}
      {hasDescription ? (
        <span className="size-6 max-sm:hidden" />
      ) : (
        <IconButton
          size="sm"
          label={`Describe ${name}`}
          onClick={(event) => onDescribe(event.currentTarget.closest('[data-row]'))}
          className={QUIET}
        >
          <MessageSquareText />
        </IconButton>
      )}
      <IconButton size="sm" label={`Remove ${name}`} onClick={onRemove}>
        <X />
      </IconButton>
    </>
  );
}

function withDescription(row: EditedRow, text: string): EditedRow {
  const { description: _, ...rest } = row;
  return text === '' ? rest : { ...rest, description: text };
}
