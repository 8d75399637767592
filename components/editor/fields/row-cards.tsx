'use client';

import { Plus, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from '../../ui/button';
import { cn } from '../../ui/class-names';
import { focusAfter, TEXT_CONTROL } from '../../ui/focus-after';
import { IconButton } from '../../ui/icon-button';
import { FieldNotes } from './field-notes';
import type { FieldProps } from './field-props';
import { problemNote } from './problem-note';
import { RowGrip, type RowGripProps, RowPlace } from './row-grip';
import type { RowActs } from './row-list';

export interface RowCardsProps extends Pick<FieldProps, 'field' | 'problems' | 'readOnly'> {
  /** The label of the button that adds a row, for example "Add a value". */
  addLabel: string;
  onAdd: () => void;
  /** If true, the first input of an added row gets the focus. */
  focusesAdded?: boolean;
  /** Shown when there is no row. */
  empty?: ReactNode;
  /** Shown between the rows and the button, for example rows that can be copied from elsewhere. */
  offers?: ReactNode;
  children: readonly ReactNode[];
}

/** A field that is a list of rows too large for one line: a `RowCard` each. */
export function RowCards(props: RowCardsProps) {
  const { field, problems, readOnly, addLabel, onAdd, focusesAdded, empty, offers, children } = props;
  const list = useRef<HTMLFieldSetElement>(null);
  const add = () => {
    if (!focusesAdded) return onAdd();
    const added = children.length;
    const input = focusAfter(onAdd, () =>
      list.current?.querySelectorAll(':scope > [data-row]')[added]?.querySelector<HTMLElement>(TEXT_CONTROL),
    );
    // A generated name is selected, so that typing replaces it.
    if (input instanceof HTMLInputElement) input.select();
  };
  return (
    <fieldset ref={list} className="flex min-w-0 flex-col gap-2" data-rows>
      <legend className="mb-1.5 font-medium text-sm">{field.label}</legend>
      {children}
      {children.length === 0 ? empty : null}
      {offers}
      {readOnly ? null : (
        <Button size="sm" className="self-start" onClick={add}>
          <Plus aria-hidden />
          {addLabel}
        </Button>
      )}
      <FieldNotes help={field.help} error={problemNote(problems)} />
    </fieldset>
  );
}

/** The props of every row of a list. */
export interface RowProps<Row> extends RowActs<Row> {
  row: Row;
  index: number;
  readOnly: boolean;
  /** The row's problem. */
  problem?: ReactNode;
}

export interface RowCardProps extends RowGripProps {
  readOnly: boolean;
  /** The row's problem. */
  problem?: ReactNode;
  onRemove: () => void;
  children: ReactNode;
}

/** One row: its inputs between a grip and a button that removes it. */
export function RowCard({ index, label, onMove, readOnly, problem, onRemove, children }: RowCardProps) {
  return (
    <RowPlace
      index={index}
      label={label}
      onMove={onMove}
      className={cn(
        'rounded-lg border bg-canvas p-2 pl-1',
        problem === undefined ? 'border-line' : 'border-danger',
      )}
    >
      <div className="flex gap-1">
        {readOnly ? null : <RowGrip index={index} label={label} onMove={onMove} />}
        {children}
        {readOnly ? null : (
          <IconButton label={`Remove ${label}`} onClick={onRemove}>
            <X />
          </IconButton>
        )}
      </div>
      {problem === undefined ? null : (
        <p role="alert" className="px-1 pt-1.5 text-danger text-xs">
          {problem}
        </p>
      )}
    </RowPlace>
  );
}
