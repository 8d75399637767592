'use client';

import { MessageSquareText, X } from 'lucide-react';
import { Checkbox } from '../../ui/checkbox';
import { cn } from '../../ui/class-names';
import { focusAfter } from '../../ui/focus-after';
import { IconButton } from '../../ui/icon-button';
import { Input } from '../../ui/input';
import { ReferenceInput } from '../references/reference-input';
import { type Suggestions, suggestKeys, suggestValues } from './header-suggestions';
import { RowGrip, RowPlace } from './row-grip';
import { type EditedRow, respelled } from './row-list';
import { SuggestedInput } from './suggested-input';

export interface TableRowProps {
  name: string;
  blockId: string;
  row: EditedRow;
  index: number;
  isBlank: boolean;
  /** Nothing else is there to stand in line with. */
  isLone: boolean;
  readOnly: boolean;
  suggestions: Suggestions | undefined;
  problem: string | undefined;
  hasFile: boolean;
  onChange: (row: EditedRow) => void;
  onRemove: () => void;
  onMove: (from: number, to: number) => void;
  /** True when the pasted text was taken. */
  onPaste: (text: string) => boolean;
  onEnter: () => void;
}

/** One row of a table: grip, switch, key, value, and under them its file name, description and problem. */
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
        {props.hasFile && !isBlank && (row.filename !== undefined || isLoneReference(row.value)) ? (
          <Input
            aria-label={`${name} file name`}
            placeholder="File name, if the value is a file"
            value={row.filename ?? ''}
            readOnly={readOnly}
            className="h-7 font-mono text-xs"
            onChange={(event) => onChange(withPart(row, 'filename', event.target.value))}
          />
        ) : null}
        {hasDescription ? (
          <input
            aria-label={`${name} description`}
            placeholder="What it is for"
            value={row.description ?? ''}
            readOnly={readOnly}
            data-description
            onBlur={() => onChange(withPart(row, 'description', row.description ?? ''))}
            onChange={(event) => onChange({ ...row, description: event.target.value })}
            className={cn(
              'h-6 w-full rounded-sm bg-transparent px-2.5 text-muted',
              'text-xs outline-none placeholder:text-faint focus:bg-sunken',
            )}
          />
        ) : null}
        {problem === undefined ? null : <p className="text-danger text-xs">{problem}</p>}
      </div>
      <span className={cn('flex h-8 w-12 shrink-0 items-center max-sm:w-6', isLone && 'hidden')}>
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
  return (
    <div className={cn('grid min-w-0 grid-cols-[2fr_3fr] gap-1.5', !row.enabled && 'opacity-50')}>
      <SuggestedInput
        label={`${name} key`}
        value={row.key}
        options={suggestions === undefined ? [] : suggestKeys(suggestions, row.key)}
        onChoose={(key) => onChange(respelled(row, { key }))}
        onPaste={onPaste}
        data-row-key
      >
        <ReferenceInput
          aria-label={`${name} key`}
          blockId={blockId}
          value={row.key}
          placeholder={isBlank ? 'Add a key' : 'Key'}
          readOnly={readOnly}
          invalid={problem !== undefined}
          mono
          onChange={(key) => onChange(respelled(row, { key }))}
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
          mono
          onChange={(value) => onChange(respelled(row, { value }))}
          onEnter={onEnter}
        />
      </SuggestedInput>
    </div>
  );
}

function RowButtons({
  name,
  onRemove,
  hasDescription,
  onDescribe,
}: TableRowProps & { hasDescription: boolean; onDescribe: (row: Element | null) => void }) {
  return (
    <>
      {hasDescription ? (
        <span className="size-6 max-sm:hidden" />
      ) : (
        <IconButton
          size="sm"
          label={`Describe ${name}`}
          onClick={(event) => onDescribe(event.currentTarget.closest('[data-row]'))}
          className={cn(
            'opacity-0 focus-visible:opacity-100 max-sm:hidden',
            'group-focus-within/row:opacity-100 group-hover/row:opacity-100 [&_svg]:size-3.5',
          )}
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

function withPart(row: EditedRow, part: 'description' | 'filename', text: string): EditedRow {
  const { [part]: _, ...rest } = row;
  return text === '' ? rest : { ...rest, [part]: text };
}

function isLoneReference(value: string): boolean {
  return /^\s*<[A-Za-z_][^<>]*>\s*$/.test(value);
}
