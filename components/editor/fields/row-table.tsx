'use client';

import { X } from 'lucide-react';
import { Checkbox } from '../../ui/checkbox';
import { cn } from '../../ui/class-names';
import { IconButton } from '../../ui/icon-button';
import { ReferenceInput } from '../references/reference-input';
import { RowGrip } from './row-grip';
import { type EditedRow, moveRow, withoutRow, withRow } from './row-list';

export interface RowTableProps {
  /** What the rows are, for screen readers: "Headers". */
  label: string;
  blockId: string;
  rows: readonly EditedRow[];
  onChange: (rows: EditedRow[]) => void;
  readOnly: boolean;
}

const BLANK: EditedRow = { key: '', value: '', enabled: true };

/** Keys and values, each row on or off; typing in the last, blank row adds it. */
export function RowTable({ label, blockId, rows, onChange, readOnly }: RowTableProps) {
  const shown = readOnly ? rows : [...rows, BLANK];
  const entries = shown.map((row, index) => ({ row, index, id: `row-${index}` }));
  return (
    <div data-rows className="flex flex-col gap-1.5">
      {entries.map(({ row, index, id }) => (
        <TableRow
          key={id}
          name={`${label} row ${index + 1}`}
          blockId={blockId}
          row={row}
          index={index}
          isBlank={index === rows.length}
          isLone={rows.length === 0}
          readOnly={readOnly}
          onChange={(next) => onChange(withRow(rows, index, next))}
          onRemove={() => onChange(withoutRow(rows, index))}
          onMove={(from, to) => onChange(moveRow(rows, from, to))}
        />
      ))}
      {shown.length === 0 ? <p className="text-faint text-xs">None.</p> : null}
    </div>
  );
}

interface TableRowProps {
  name: string;
  blockId: string;
  row: EditedRow;
  index: number;
  isBlank: boolean;
  /** Nothing else is there to stand in line with. */
  isLone: boolean;
  readOnly: boolean;
  onChange: (row: EditedRow) => void;
  onRemove: () => void;
  onMove: (from: number, to: number) => void;
}

function TableRow(props: TableRowProps) {
  const { name, blockId, row, index, isBlank, isLone, readOnly, onChange, onRemove, onMove } = props;
  const isFixed = readOnly || isBlank;
  return (
    <div className="flex items-start gap-1.5">
      <span className={cn('w-4 shrink-0', isLone && 'hidden')}>
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
      <div className={cn('grid min-w-0 flex-1 grid-cols-[2fr_3fr] gap-1.5', !row.enabled && 'opacity-50')}>
        <ReferenceInput
          aria-label={`${name} key`}
          blockId={blockId}
          value={row.key}
          placeholder={isBlank ? 'Add a key' : 'Key'}
          readOnly={readOnly}
          mono
          onChange={(key) => onChange({ ...row, key })}
        />
        <ReferenceInput
          aria-label={`${name} value`}
          blockId={blockId}
          value={row.value}
          placeholder="Value"
          readOnly={readOnly}
          mono
          onChange={(value) => onChange({ ...row, value })}
        />
      </div>
      {isFixed ? (
        <span className={cn('size-8 shrink-0', isLone && 'hidden')} />
      ) : (
        <IconButton label={`Remove ${name}`} onClick={onRemove}>
          <X />
        </IconButton>
      )}
    </div>
  );
}
