'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { ListFilter, ScrollText } from 'lucide-react';
import { useId, useState } from 'react';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { AUDIT_NOUNS } from '@/lib/services/audit/schema';
import { AuditTable } from './audit-table';
import { nounWords } from './audit-words';
import { type AuditFilters, auditQuery } from './settings-queries';
import { SettingsSection } from './settings-section';

const NO_FILTERS: AuditFilters = { actor: 'all', noun: 'all', from: '', until: '', target: '' };
const ACTORS = [
  { value: 'all', label: 'Anybody' },
  { value: 'user', label: 'People' },
  { value: 'apiKey', label: 'API keys' },
  { value: 'system', label: 'Millrace' },
] as const;
const NOUNS = [
  { value: 'all', label: 'Anything' },
  ...AUDIT_NOUNS.map((noun) => ({ value: noun, label: nounWords(noun) })),
];

const changedFilters = (filters: AuditFilters): number =>
  Object.entries(filters).filter(([name, value]) => value !== NO_FILTERS[name as keyof AuditFilters]).length;

/** The changes in the workspace, with the person who made them. */
export function AuditSettings() {
  const { isAdmin } = useWorkspace();
  return (
    <SettingsSection
      title="Audit"
      description="Who changed what in this workspace, and what Millrace did automatically."
    >
      {isAdmin ? (
        <AuditList />
      ) : (
        <EmptyState icon={ScrollText} title="For admins" className="rounded-lg border border-line bg-surface">
          Ask an admin of this workspace who changed something.
        </EmptyState>
      )}
    </SettingsSection>
  );
}

function AuditList() {
  const { id } = useWorkspace();
  const [filters, setFilters] = useState(NO_FILTERS);
  const events = useInfiniteQuery(auditQuery(id, filters));
  const rows = events.data?.pages.flatMap((page) => page.data);
  const isFiltered = changedFilters(filters) > 0;
  return (
    <div className="flex flex-col gap-4">
      <Filters filters={filters} onChange={setFilters} />
      <AuditTable
        query={events}
        events={rows}
        empty={{
          icon: ScrollText,
          title: isFiltered ? 'No results' : 'No changes yet',
          words: isFiltered
            ? 'No event matches these filters.'
            : 'Changes to the workspace will be listed here.',
          actions: isFiltered ? <Button onClick={() => setFilters(NO_FILTERS)}>Clear filters</Button> : null,
        }}
        onTarget={(target) => setFilters({ ...NO_FILTERS, target })}
      />
      {events.hasNextPage ? (
        <Button
          className="self-center"
          busy={events.isFetchingNextPage}
          onClick={() => events.fetchNextPage()}
        >
          Show older
        </Button>
      ) : null}
    </div>
  );
}

interface FiltersProps {
  filters: AuditFilters;
  onChange: (filters: AuditFilters) => void;
}

function Filters({ filters, onChange }: FiltersProps) {
  const set = (change: Partial<AuditFilters>) => onChange({ ...filters, ...change });
  const [isOpen, setOpen] = useState(false);
  const fieldsId = useId();
  const count = changedFilters(filters);
  return (
    <div className="flex flex-col gap-3">
      {/* On a phone five fields would fill the first screen. */}
      <Button
        aria-expanded={isOpen}
        aria-controls={fieldsId}
        className="self-start sm:hidden"
        onClick={() => setOpen(!isOpen)}
      >
        <ListFilter aria-hidden />
        Filter
        {count === 0 ? null : <span className="text-accent">({count})</span>}
      </Button>
      <div
        id={fieldsId}
        className={cn('grid gap-3 sm:grid-cols-2 xl:grid-cols-5', !isOpen && 'max-sm:hidden')}
      >
        <Field label="Who">
          <Select value={filters.actor} options={ACTORS} onValueChange={(actor) => set({ actor })} />
        </Field>
        <Field label="What">
          <Select value={filters.noun} options={NOUNS} onValueChange={(noun) => set({ noun })} />
        </Field>
        <Field label="On (id or name)">
          <Input
            value={filters.target}
            maxLength={500}
            onChange={(event) => set({ target: event.target.value })}
          />
        </Field>
        <Field label="From">
          <Input type="date" value={filters.from} onChange={(event) => set({ from: event.target.value })} />
        </Field>
        <Field label="Until">
          <Input type="date" value={filters.until} onChange={(event) => set({ until: event.target.value })} />
        </Field>
      </div>
    </div>
  );
}
