'use client';

import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { LoadFailure } from '@/components/shell/load-failure';
import { Input } from '@/components/ui/input';
import { SkeletonRows } from '@/components/ui/skeleton';
import { DocsHeader } from './docs-header';
import { DocsIntroduction, type DocsIntroductionProps } from './docs-introduction';
import { OpenApiDocument, operationsByTag, type PlacedOperation } from './openapi-document';
import { MethodBadge, OperationSection } from './operation-section';

const openApiQuery = () =>
  queryOptions({
    queryKey: ['openapi'],
    queryFn: async ({ signal }) => {
      const response = await fetch('/api/v1/openapi.json', { signal });
      if (!response.ok) throw new Error(`The server answered ${response.status}.`);
      return OpenApiDocument.parse(await response.json());
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

const never = () => () => undefined;

/** The API's reference, drawn from its own document. */
export function DocsPage({ errors, pollProgram }: Omit<DocsIntroductionProps, 'origin'>) {
  const document = useQuery(openApiQuery());
  const origin = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => '',
  );
  useHashOnceLoaded(document.isSuccess);
  const groups = document.data ? operationsByTag(document.data) : [];
  return (
    <div className="min-h-dvh">
      <DocsHeader />
      <div className="mx-auto flex max-w-[88rem]">
        <DocsNav groups={groups} />
        <main className="min-w-0 flex-1 px-4 pb-24 md:px-10">
          <DocsIntroduction origin={origin} errors={errors} pollProgram={pollProgram} />
          {document.isPending ? <SkeletonRows rows={10} className="h-10" /> : null}
          {document.isError ? (
            <LoadFailure error={document.error} onRetry={() => document.refetch()} />
          ) : null}
          {groups.map(([tag, operations]) => (
            <div key={tag}>
              <h2 id={`tag-${tag}`} className="mt-8 scroll-mt-16 pb-4 font-semibold text-xl tracking-tight">
                {tag}
              </h2>
              {operations.map((operation) => (
                <OperationSection
                  key={operation.operationId}
                  operation={operation}
                  origin={origin}
                  schemas={document.data?.components.schemas ?? {}}
                />
              ))}
            </div>
          ))}
        </main>
      </div>
    </div>
  );
}

function DocsNav({ groups }: { groups: ReadonlyArray<[string, PlacedOperation[]]> }) {
  const [text, setText] = useState('');
  const sought = text.trim().toLowerCase();
  const shown = groups
    .map(([tag, operations]): [string, PlacedOperation[]] => [
      tag,
      operations.filter(({ summary, path }) => `${tag} ${summary} ${path}`.toLowerCase().includes(sought)),
    ])
    .filter(([, operations]) => operations.length > 0);
  const linkClasses = 'flex items-center gap-2 rounded-md px-2 py-1 text-muted hover:bg-hover hover:text-ink';
  return (
    <nav
      aria-label="Operations"
      className="sticky top-12 h-[calc(100dvh-3rem)] w-72 shrink-0 overflow-y-auto border-line border-r p-3 max-lg:hidden"
    >
      <Input
        type="search"
        aria-label="Find an operation"
        placeholder="Find an operation"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="mb-3"
      />
      <a href="#introduction" className={linkClasses}>
        Introduction
      </a>
      <a href="#authentication" className={linkClasses}>
        Authentication
      </a>
      <a href="#follow-the-logs" className={linkClasses}>
        Follow the logs
      </a>
      <a href="#errors" className={linkClasses}>
        Errors
      </a>
      {shown.map(([tag, operations]) => (
        <div key={tag} className="mt-4">
          <p className="px-2 pb-1 font-medium text-faint text-xs">{tag}</p>
          {operations.map((operation) => (
            <a key={operation.operationId} href={`#${operation.operationId}`} className={linkClasses}>
              <MethodBadge method={operation.method} />
              <span className="min-w-0 truncate" title={operation.summary}>
                {operation.summary}
              </span>
            </a>
          ))}
        </div>
      ))}
    </nav>
  );
}

/** A link to an operation finds nothing until the document is there. */
function useHashOnceLoaded(loaded: boolean) {
  useEffect(() => {
    if (!loaded || window.location.hash === '') return;
    document.getElementById(decodeURIComponent(window.location.hash.slice(1)))?.scrollIntoView();
  }, [loaded]);
}
