'use client';

import { ArrowLeft, ChevronRight, ListFilter } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover';
import { cn } from '../ui/class-names';
import { firstField } from '../ui/layer';
import { FilterEditor, type FilterField, filterWords } from './filter-control';
import type { LogFilters } from './log-filters';
import type { FilterChoices } from './typed-query-keys';

interface FilterMenuProps {
  fields: readonly FilterField[];
  choices: FilterChoices;
  filters: LogFilters;
  onChange: (change: LogFilters) => void;
  /** On a phone, above the fields: what else has no room in the bar. */
  folded: ReactNode;
  /** On a phone, the number of filters that are folded. */
  foldedCount: number;
}

/** Opens any filter that is not in the bar: those that are not set, and on a phone all of them. */
export function FilterMenu({ foldedCount, ...list }: FilterMenuProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button>
          <ListFilter aria-hidden />
          Filter
          {foldedCount === 0 ? null : <span className="text-accent sm:hidden">({foldedCount})</span>}
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Filter" align="start" className="w-72 overflow-y-auto p-2">
        <Fields {...list} onDone={() => setOpen(false)} />
      </PopoverContent>
    </Popover>
  );
}

type FieldsProps = Omit<FilterMenuProps, 'foldedCount'> & { onDone: () => void };

function Fields({ fields, folded, onDone, ...rest }: FieldsProps) {
  const { choices, filters } = rest;
  const [chosen, setChosen] = useState<FilterField | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const editor = useRef<HTMLDivElement>(null);
  const leftField = useRef<FilterField | null>(null);
  useEffect(() => {
    if (chosen !== null && editor.current !== null) firstField(editor.current).focus();
    const left = leftField.current;
    if (chosen === null && left !== null)
      list.current?.querySelector<HTMLElement>(`[data-field="${left.label}"]`)?.focus();
    leftField.current = chosen;
  }, [chosen]);
  if (chosen !== null)
    return (
      <div>
        <Button variant="ghost" size="sm" className="mb-2" onClick={() => setChosen(null)}>
          <ArrowLeft aria-hidden />
          {chosen.label}
          <span className="sr-only">: back to all filters</span>
        </Button>
        <div ref={editor} className="px-1 pb-1">
          <FilterEditor {...rest} field={chosen} onDone={onDone} />
        </div>
      </div>
    );
  return (
    <>
      <div className="mb-2 flex flex-col items-start gap-2 sm:hidden">{folded}</div>
      <ul ref={list} aria-label="Filters">
        {fields.map((field) => {
          const words = filterWords(field, choices, filters);
          return (
            <li key={field.label} className={words === '' ? undefined : 'sm:hidden'}>
              <button
                type="button"
                data-field={field.label}
                className={cn(
                  'flex h-8 w-full items-center gap-2 rounded-md px-2 text-left text-sm hover:bg-hover',
                  'max-sm:h-10',
                )}
                onClick={() => setChosen(field)}
              >
                {field.label}
                <span className="min-w-0 flex-1 truncate text-accent">{words}</span>
                <ChevronRight className="size-3.5 shrink-0 text-faint" aria-hidden />
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
