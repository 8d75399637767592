'use client';

import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { memo } from 'react';
import { RUN_STATUS_WORDS } from '@/components/page/run-status';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { Segmented } from '@/components/ui/segmented';
import { Select } from '@/components/ui/select';
import { folderChoices } from '@/components/workflows/folder-tree';
import { foldersQuery, workflowsQuery } from '@/components/workflows/workflow-queries';
import { TRIGGERS } from '@/lib/core/workflow/trigger';
import { type ChoiceSource, FILTER_FIELDS } from '@/lib/services/logs/log-filters';
import { LOG_STATUSES } from '@/lib/services/logs/schema';
import type { Grouping } from '@/lib/services/overview/group-schema';
import { TRIGGER_LABELS } from '../workflows/trigger-words';
import { isFiltered, type LogFilters, RANGES, splitList, toggleInList } from './log-filters';
import { ManyFilter } from './many-filter';
import { SearchField } from './search-field';
import type { LogView } from './use-log-address';
import { ValueFilter } from './value-filters';

const RANGE_OPTIONS = [
  ...RANGES.map(({ id, label, title }) => ({ value: id as string, label, title })),
  { value: 'all', label: 'All', title: 'All time' },
];

const LEVEL_OPTIONS = [
  { value: 'all', label: 'All' },
  { value: 'info', label: 'Success' },
  { value: 'error', label: 'Errors' },
];

interface Option {
  value: string;
  label: string;
}

const STATUS_OPTIONS: Option[] = LOG_STATUSES.map((status) => ({
  value: status,
  label: RUN_STATUS_WORDS[status],
}));

const TRIGGER_OPTIONS: Option[] = TRIGGERS.map((trigger) => ({
  value: trigger,
  label: TRIGGER_LABELS[trigger],
}));

const GROUP_OPTIONS: ReadonlyArray<{ value: Grouping | 'none'; label: string }> = [
  { value: 'none', label: 'List of runs' },
  { value: 'workflow', label: 'By workflow' },
  { value: 'status', label: 'By status' },
  { value: 'trigger', label: 'By trigger' },
  { value: 'error', label: 'By error' },
];

export interface FilterBarProps {
  filters: LogFilters;
  q: string;
  grouping: Grouping | null;
  onView: (view: LogView) => void;
  onChange: (change: LogFilters) => void;
  onClear: () => void;
}

export const FilterBar = memo(function FilterBar({
  filters,
  q,
  grouping,
  onView,
  onChange,
  onClear,
}: FilterBarProps) {
  const { id } = useWorkspace();
  const workflows = useQuery(workflowsQuery(id));
  const folders = useQuery(foldersQuery(id));
  const choices: Record<ChoiceSource, Option[]> = {
    statuses: STATUS_OPTIONS,
    triggers: TRIGGER_OPTIONS,
    workflows: (workflows.data ?? []).map((workflow) => ({ value: workflow.id, label: workflow.name })),
    folders: folderChoices(folders.data ?? []).map(({ id: value, path }) => ({ value, label: path })),
  };
  const isShown = isFiltered(filters) || q !== '' || grouping !== null;
  const custom = Boolean(filters.startDate || filters.endDate);
  return (
    <search
      aria-label="Filter runs"
      className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2 md:px-6"
    >
      <SearchField q={q} onSearch={(text) => onView({ q: text, group: '' })} />
      <Segmented
        aria-label="Time range"
        value={custom ? '' : (filters.range ?? 'all')}
        options={RANGE_OPTIONS}
        onValueChange={(range) =>
          onChange({ range: range === 'all' ? '' : range, startDate: '', endDate: '' })
        }
      />
      {FILTER_FIELDS.map((field) => (
        <FilterControl
          key={field.label}
          field={field}
          choices={choices}
          filters={filters}
          onChange={onChange}
        />
      ))}
      <Select
        aria-label="Show"
        className="w-36"
        value={grouping ?? 'none'}
        options={GROUP_OPTIONS}
        onValueChange={(value) => onView({ group: value === 'none' ? '' : value, q: '' })}
      />
      {/* Reserves its space while it is hidden: a filter must not move the content below. */}
      <Button variant="ghost" size="sm" className={isShown ? '' : 'invisible'} onClick={onClear}>
        <X aria-hidden />
        Clear
      </Button>
    </search>
  );
});

interface FilterControlProps {
  field: (typeof FILTER_FIELDS)[number];
  choices: Record<ChoiceSource, Option[]>;
  filters: LogFilters;
  onChange: (change: LogFilters) => void;
}

function FilterControl({ field, choices, filters, onChange }: FilterControlProps) {
  const { kind, label } = field;
  if (kind === 'values')
    return <ValueFilter label={label} inputs={field.inputs} filters={filters} onChange={onChange} />;
  const { parameter } = field;
  if (kind === 'levels')
    return (
      <Segmented
        aria-label={label}
        value={filters[parameter] ?? 'all'}
        options={LEVEL_OPTIONS}
        onValueChange={(level) => onChange({ [parameter]: level === 'all' ? '' : level })}
      />
    );
  const options = choices[field.choices];
  if (field.choices === 'folders' && options.length === 0) return null;
  return (
    <ManyFilter
      label={label}
      options={options}
      chosen={splitList(filters[parameter])}
      onToggle={(value) => onChange({ [parameter]: toggleInList(filters[parameter], value) })}
      onClear={() => onChange({ [parameter]: '' })}
    />
  );
}
