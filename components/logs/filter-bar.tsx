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
import { LOG_STATUSES } from '@/lib/services/logs/schema';
import type { Grouping } from '@/lib/services/overview/group-schema';
import { TRIGGER_LABELS } from '../workflows/trigger-words';
import { isFiltered, type LogFilters, RANGES, splitList, toggleInList } from './log-filters';
import { ManyFilter } from './many-filter';
import { SearchField } from './search-field';
import type { LogView } from './use-log-address';
import { ValueFilters } from './value-filters';

const RANGE_OPTIONS = [
  ...RANGES.map(({ id, label, title }) => ({ value: id as string, label, title })),
  { value: 'all', label: 'All', title: 'All time' },
];

const LEVEL_OPTIONS = [
  { value: 'all', label: 'All' },
  { value: 'info', label: 'Success' },
  { value: 'error', label: 'Errors' },
];

const STATUS_OPTIONS = LOG_STATUSES.map((status) => ({ value: status, label: RUN_STATUS_WORDS[status] }));

const TRIGGER_OPTIONS = TRIGGERS.map((trigger) => ({
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
  const folderOptions = folderChoices(folders.data ?? []).map(({ id: value, path }) => ({
    value,
    label: path,
  }));
  const isShown = isFiltered(filters) || q !== '' || grouping !== null;
  const custom = Boolean(filters.startDate || filters.endDate);
  const many = (name: 'statuses' | 'triggers' | 'workflowIds' | 'folderIds') => ({
    chosen: splitList(filters[name]),
    onToggle: (value: string) => onChange({ [name]: toggleInList(filters[name], value) }),
    onClear: () => onChange({ [name]: '' }),
  });
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
      <Segmented
        aria-label="Level"
        value={filters.level ?? 'all'}
        options={LEVEL_OPTIONS}
        onValueChange={(level) => onChange({ level: level === 'all' ? '' : level })}
      />
      <ManyFilter label="Status" options={STATUS_OPTIONS} {...many('statuses')} />
      <ManyFilter label="Trigger" options={TRIGGER_OPTIONS} {...many('triggers')} />
      <ManyFilter
        label="Workflow"
        options={(workflows.data ?? []).map((workflow) => ({ value: workflow.id, label: workflow.name }))}
        {...many('workflowIds')}
      />
      {folderOptions.length > 0 ? (
        <ManyFilter label="Folder" options={folderOptions} {...many('folderIds')} />
      ) : null}
      <ValueFilters filters={filters} onChange={onChange} />
      <Select
        aria-label="Show"
        className="w-36"
        value={grouping ?? 'none'}
        options={GROUP_OPTIONS}
        onValueChange={(value) => onView({ group: value === 'none' ? '' : value, q: '' })}
      />
      {/* Has its place before it is wanted: a filter must not move what is below. */}
      <Button variant="ghost" size="sm" className={isShown ? '' : 'invisible'} onClick={onClear}>
        <X aria-hidden />
        Clear
      </Button>
    </search>
  );
});
