'use client';

import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { LoadFailure } from '@/components/page/load-failure';
import { SkeletonRows } from '@/components/ui/skeleton';
import { DocsFrame } from './docs-frame';
import { DocsIntroduction, type DocsIntroductionProps } from './docs-introduction';
import { DocsNav } from './docs-nav';
import { EventSection } from './event-section';
import { OpenApiDocument, operationsByTag } from './openapi-document';
import { OperationSection } from './operation-section';

const openApiQuery = () =>
  queryOptions({
    queryKey: ['openapi'],
    queryFn: async ({ signal }) => {
      const response = await fetch('/api/v1/openapi.json', { signal });
      if (!response.ok) throw new Error(`The server returned ${response.status}.`);
      return OpenApiDocument.parse(await response.json());
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

const never = () => () => undefined;

/** The API reference, rendered from the server's OpenAPI document. */
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
    <DocsFrame title="API reference" contents={<DocsNav groups={groups} />}>
      <main className="min-w-0 flex-1 px-4 pb-24 md:px-10">
        <DocsIntroduction origin={origin} errors={errors} pollProgram={pollProgram} />
        {document.isPending ? <SkeletonRows rows={10} className="h-10" /> : null}
        {document.isError ? <LoadFailure error={document.error} onRetry={() => document.refetch()} /> : null}
        {Object.entries(document.data?.webhooks ?? {}).map(([type, { post }]) => (
          <EventSection
            key={type}
            type={type}
            event={post}
            schemas={document.data?.components.schemas ?? {}}
          />
        ))}
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
    </DocsFrame>
  );
}

/** Follows the URL's hash once the document is loaded: before that, a link to an operation has no target. */
function useHashOnceLoaded(loaded: boolean) {
  useEffect(() => {
    if (!loaded || window.location.hash === '') return;
    document.getElementById(decodeURIComponent(window.location.hash.slice(1)))?.scrollIntoView();
  }, [loaded]);
}
