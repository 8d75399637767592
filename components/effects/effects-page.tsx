'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowUpRight, Search } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { PageHeader } from '@/components/page/page-header';
import { QueryTable } from '@/components/page/query-table';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { showSearch } from '@/components/ui/show-search';
import { EFFECT_COLUMNS, effectKey, runColumn } from './effect-columns';
import { type EffectSearch, effectsQuery } from './effect-queries';

/** The requests with which runs wrote to other servers, by tag and host. */
export function EffectsPage() {
  const search = useSearchParams();
  const asked = { tag: search.get('tag') ?? '', host: search.get('host') ?? '' };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader title="Effects" />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-4 overflow-y-auto p-4 md:p-6">
        <SearchForm key={`${asked.tag} ${asked.host}`} asked={asked} />
        {asked.tag === '' && asked.host === '' ? (
          <EmptyState icon={Search} title="Search for a tag or a host">
            Millrace keeps the requests that may have changed something: those of runs with tags, of the runs
            that these call, and of workflows with “Keep what runs write” in their settings.
          </EmptyState>
        ) : (
          <Found asked={asked} />
        )}
      </div>
    </div>
  );
}

function SearchForm({ asked }: { asked: EffectSearch }) {
  const [tag, setTag] = useState(asked.tag);
  const [host, setHost] = useState(asked.host);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = { tag: tag.trim(), host: host.trim() };
    const filled = Object.entries(wanted).filter(([, text]) => text !== '');
    showSearch(new URLSearchParams(filled).toString(), 'push');
  };
  return (
    <search>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <Field label="Tag" className="w-56">
          <Input value={tag} placeholder="order-1042" onChange={(event) => setTag(event.target.value)} />
        </Field>
        <Field label="Host" className="w-56">
          <Input
            value={host}
            placeholder="api.example.com"
            onChange={(event) => setHost(event.target.value)}
          />
        </Field>
        <Button type="submit">Search</Button>
      </form>
    </search>
  );
}

function Found({ asked }: { asked: EffectSearch }) {
  const { id } = useWorkspace();
  const effects = useInfiniteQuery(effectsQuery(id, asked));
  const rows = effects.data?.pages.flatMap((page) => page.data);
  return (
    <>
      <QueryTable
        query={effects}
        rows={rows}
        keyOf={effectKey}
        columns={[...EFFECT_COLUMNS, runColumn(id)]}
        empty={{
          icon: ArrowUpRight,
          title: 'No requests found',
          words: 'They are kept as long as the logs of their runs.',
        }}
      />
      {effects.hasNextPage ? (
        <div className="flex justify-center">
          <Button busy={effects.isFetchingNextPage} onClick={() => effects.fetchNextPage()}>
            Show older
          </Button>
        </div>
      ) : null}
    </>
  );
}
