'use client';

import { SearchX } from 'lucide-react';
import { useMemo } from 'react';
import {
  TEMPLATE_CATEGORIES,
  type TemplateCategory,
  type WorkflowTemplate,
} from '@/lib/core/templates/template';
import { cn } from '../ui/class-names';
import { EmptyState } from '../ui/empty-state';
import { countOf } from '../ui/format-quantity';
import { Input } from '../ui/input';
import { Select } from '../ui/select';
import { findTemplates } from './find-templates';
import { GraphDrawing } from './graph-drawing';

const CATEGORY_OPTIONS = [
  { value: 'all' as const, label: 'All categories' },
  ...(Object.keys(TEMPLATE_CATEGORIES) as TemplateCategory[]).map((value) => ({
    value,
    label: TEMPLATE_CATEGORIES[value],
  })),
];

export interface TemplateSearch {
  text: string;
  category: TemplateCategory | 'all';
}
export const NO_SEARCH: TemplateSearch = { text: '', category: 'all' };

export interface TemplateListProps {
  search: TemplateSearch;
  onSearch: (search: TemplateSearch) => void;
  onChoose: (template: WorkflowTemplate) => void;
}

/** All templates, with search and categories. */
export function TemplateList({ search, onSearch, onChoose }: TemplateListProps) {
  const found = useMemo(() => findTemplates(search.text, search.category), [search]);
  return (
    <>
      <div className="sticky top-0 z-1 -mx-5 flex flex-wrap gap-2 bg-raised px-5 pb-3">
        <Input
          type="search"
          aria-label="Search templates"
          placeholder="Search, for example “approval” or “pagination”"
          value={search.text}
          onChange={(event) => onSearch({ ...search, text: event.target.value })}
          className="min-w-48 flex-1"
        />
        <div className="w-48 max-sm:w-full">
          <Select
            aria-label="Category"
            value={search.category}
            onValueChange={(category) => onSearch({ ...search, category })}
            options={CATEGORY_OPTIONS}
          />
        </div>
      </div>
      <p role="status" className="sr-only">
        {countOf(found.length, 'template')}
      </p>
      {found.length === 0 ? (
        <EmptyState icon={SearchX} title="No results">
          Try another word, or all categories.
        </EmptyState>
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2" aria-label="Templates">
          {found.map((template) => (
            <li key={template.id} className="flex">
              <TemplateCard template={template} onChoose={() => onChoose(template)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function TemplateCard({ template, onChoose }: { template: WorkflowTemplate; onChoose: () => void }) {
  return (
    <button
      type="button"
      onClick={onChoose}
      className={cn(
        'flex w-full flex-col overflow-hidden rounded-lg border border-line text-left',
        'transition-colors duration-100 hover:border-accent-solid hover:bg-hover',
      )}
    >
      <span className="flex h-28 w-full items-center border-line border-b bg-canvas px-3">
        <GraphDrawing document={template.document} className="max-h-24" />
      </span>
      <span className="flex flex-col gap-0.5 px-3 py-2.5">
        <span className="font-medium text-sm">{template.name}</span>
        <span className="text-muted text-xs">{template.about}</span>
      </span>
    </button>
  );
}
