'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover';
import { foldersQuery, workflowsQuery } from '@/components/workflows/workflow-queries';
import type { ChoiceSource, FILTER_FIELDS } from '@/lib/services/logs/log-filters';
import { choiceCountsQuery } from './choice-counts-query';
import { folderCounts } from './folder-counts';
import { type LogFilters, splitList, toggleInList } from './log-filters';
import { ManyChoices } from './many-choices';
import type { FilterChoices } from './typed-query-keys';
import { ValueForm, valueWords } from './value-form';

/** A field of the filters that opens; the level is always visible. */
export type FilterField = Exclude<(typeof FILTER_FIELDS)[number], { kind: 'levels' }>;

interface FilterEditorProps {
  field: FilterField;
  choices: FilterChoices;
  filters: LogFilters;
  onChange: (change: LogFilters) => void;
  /** Called after values were applied; a choice stays open for the next one. */
  onDone: () => void;
}

/** What a field opens: its choices, or a form for its values. */
export function FilterEditor({ field, choices, filters, onChange, onDone }: FilterEditorProps) {
  if (field.kind === 'values')
    return (
      <ValueForm
        inputs={field.inputs}
        filters={filters}
        onApply={(change) => {
          onChange(change);
          onDone();
        }}
      />
    );
  return <CountedChoices field={field} choices={choices} filters={filters} onChange={onChange} />;
}

type CountedChoicesProps = Omit<FilterEditorProps, 'field' | 'onDone'> & {
  field: Extract<FilterField, { kind: 'choices' }>;
};

/**
 * A choice is shown at once, although the filters follow the address a moment later. The counts come when they
 * are known.
 */
function CountedChoices({ field, choices, filters, onChange }: CountedChoicesProps) {
  const counts = useCounts(field.choices, filters);
  const { parameter } = field;
  const given = filters[parameter] ?? '';
  const [ahead, setAhead] = useState<{ before: string; text: string } | null>(null);
  const text = ahead?.before === given ? ahead.text : given;
  const choose = (wanted: string) => {
    setAhead({ before: given, text: wanted });
    onChange({ [parameter]: wanted });
  };
  return (
    <ManyChoices
      label={field.label}
      options={choices[field.choices]}
      counts={counts}
      chosen={splitList(text)}
      onToggle={(value) => choose(toggleInList(text, value))}
      onClear={() => choose('')}
    />
  );
}

/** Returns the number of runs of each choice; null where it isn't known. */
function useCounts(source: ChoiceSource, filters: LogFilters) {
  const { id } = useWorkspace();
  const isOfFolders = source === 'folders';
  const { folderIds: _, ...others } = filters;
  const query = choiceCountsQuery(id, isOfFolders ? others : filters);
  const { data } = useQuery({ ...query, placeholderData: keepPreviousData });
  const workflows = useQuery({ ...workflowsQuery(id), enabled: isOfFolders }).data;
  const folders = useQuery({ ...foldersQuery(id), enabled: isOfFolders }).data;
  if (data == null) return null;
  if (!isOfFolders) return data[source];
  if (data.workflows === null || workflows === undefined || folders === undefined) return null;
  return folderCounts({ folders, workflows, counts: data.workflows, chosen: splitList(filters.workflowIds) });
}

/** A filter that is set: its button says how, and opens it. */
export function FilterControl(props: Omit<FilterEditorProps, 'onDone'>) {
  const { field, choices, filters } = props;
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button className="border-accent-solid/50 bg-accent-soft">
          <span className="max-w-44 truncate">
            {field.label}
            <span className="text-accent">: {filterWords(field, choices, filters)}</span>
          </span>
          <ChevronDown className="size-3.5! text-faint" aria-hidden />
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label={field.label} align="start" className="w-72">
        <FilterEditor {...props} onDone={() => setOpen(false)} />
      </PopoverContent>
    </Popover>
  );
}

/** Describes what a field is set to; empty if it is not set. */
export function filterWords(field: FilterField, choices: FilterChoices, filters: LogFilters): string {
  if (field.kind === 'values') return valueWords(field.inputs, filters);
  const chosen = splitList(filters[field.parameter]);
  if (chosen.length !== 1) return chosen.length === 0 ? '' : String(chosen.length);
  return choices[field.choices].find(({ value }) => value === chosen[0])?.label ?? '1';
}
