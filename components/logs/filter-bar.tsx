'use client';

import { X } from 'lucide-react';
import { memo } from 'react';
import { Button } from '@/components/ui/button';
import { Segmented } from '@/components/ui/segmented';
import { Select } from '@/components/ui/select';
import { FILTER_FIELDS } from '@/lib/services/logs/log-filters';
import type { Grouping } from '@/lib/services/overview/group-schema';
import { useFilterChoices } from './filter-choices';
import { FilterControl, type FilterField, filterWords } from './filter-control';
import { FilterMenu } from './filter-menu';
import { isFiltered, type LogFilters, RANGES } from './log-filters';
import { QueryField } from './query-field';
import { asChange } from './typed-query';
import type { SeenValues } from './typed-query-completion';
import type { LogView } from './use-log-address';

const RANGE_OPTIONS = [
  ...RANGES.map(({ id, label, title }) => ({ value: id as string, label, title })),
  { value: 'all', label: 'All', title: 'All time' },
];

const LEVEL_OPTIONS = [
  { value: 'all', label: 'All' },
  { value: 'info', label: 'Success' },
  { value: 'error', label: 'Errors' },
];

const GROUP_OPTIONS: ReadonlyArray<{ value: Grouping | 'none'; label: string }> = [
  { value: 'none', label: 'List of runs' },
  { value: 'workflow', label: 'By workflow' },
  { value: 'status', label: 'By status' },
  { value: 'trigger', label: 'By trigger' },
  { value: 'error', label: 'By error' },
];

const FIELDS = FILTER_FIELDS.filter((field): field is FilterField => field.kind !== 'levels');

const isOfFolders = (field: FilterField): boolean => field.kind === 'choices' && field.choices === 'folders';

export interface FilterBarProps {
  filters: LogFilters;
  q: string;
  grouping: Grouping | null;
  seen: () => SeenValues;
  onView: (view: LogView, change?: LogFilters) => void;
  onChange: (change: LogFilters) => void;
  onClear: () => void;
}

/** One line: what is set, and the others behind a button. On a phone, all but the time range folds. */
export const FilterBar = memo(function FilterBar(props: FilterBarProps) {
  const { filters, q, grouping, seen, onView, onChange, onClear } = props;
  const choices = useFilterChoices();
  const fields = FIELDS.filter((field) => !isOfFolders(field) || choices.folders.length > 0);
  const chosen = FIELDS.filter((field) => filterWords(field, choices, filters) !== '');
  const isShown = isFiltered(filters) || q !== '' || grouping !== null;
  const custom = Boolean(filters.startDate || filters.endDate);
  const shown = { filters, grouping, onView, onChange };
  return (
    <search
      aria-label="Filter runs"
      className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2 md:px-6"
    >
      <QueryField
        query={{ filters, q }}
        choices={choices}
        seen={seen}
        onApply={(query) =>
          onView({ q: query.q, ...(query.q === '' ? {} : { group: '' }) }, asChange(query.filters))
        }
      />
      <Segmented
        aria-label="Time range"
        value={custom ? '' : (filters.range ?? 'all')}
        options={RANGE_OPTIONS}
        onValueChange={(range) =>
          onChange({ range: range === 'all' ? '' : range, startDate: '', endDate: '' })
        }
      />
      <div className="contents max-sm:hidden">
        <LevelChoice {...shown} />
        {chosen.map((field) => (
          <FilterControl
            key={field.label}
            field={field}
            choices={choices}
            filters={filters}
            onChange={onChange}
          />
        ))}
      </div>
      <FilterMenu
        fields={fields}
        choices={choices}
        filters={filters}
        onChange={onChange}
        foldedCount={chosen.length + (filters.level === undefined ? 0 : 1)}
        folded={
          <>
            <LevelChoice {...shown} />
            <GroupChoice {...shown} className="w-full" />
          </>
        }
      />
      <div className="contents max-sm:hidden">
        <GroupChoice {...shown} className="w-36" />
      </div>
      {/* Reserves its space while it is hidden: a filter must not move the content below. */}
      <Button variant="ghost" size="sm" className={isShown ? '' : 'invisible'} onClick={onClear}>
        <X aria-hidden />
        Clear
      </Button>
    </search>
  );
});

type Shown = Pick<FilterBarProps, 'filters' | 'grouping' | 'onView' | 'onChange'>;

const LevelChoice = ({ filters, onChange }: Shown) => (
  <Segmented
    aria-label="Level"
    value={filters.level ?? 'all'}
    options={LEVEL_OPTIONS}
    onValueChange={(level) => onChange({ level: level === 'all' ? '' : level })}
  />
);

const GroupChoice = ({ grouping, onView, className }: Shown & { className: string }) => (
  <Select
    aria-label="Show"
    className={className}
    value={grouping ?? 'none'}
    options={GROUP_OPTIONS}
    onValueChange={(value) => onView({ group: value === 'none' ? '' : value, q: '' })}
  />
);
