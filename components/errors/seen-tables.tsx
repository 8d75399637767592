'use client';

import { useId } from 'react';
import { logsOfTagPath, versionPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { DataTable } from '@/components/ui/data-table';
import { countOf, formatCount } from '@/components/ui/format-quantity';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import type { ErrorGroupDetail } from '@/lib/services/error-groups/schema';
import { versionWords } from './group-words';

/** The versions and tags in which an error was seen. */
export function SeenTables({ group }: { group: ErrorGroupDetail }) {
  const { id } = useWorkspace();
  const heading = useId();
  const { workflowId, versions, topTags, tags } = group;
  return (
    <>
      <section aria-labelledby={`${heading}-versions`}>
        <h3 id={`${heading}-versions`} className="mb-2 font-medium text-sm">
          Versions
        </h3>
        <DataTable
          rows={versions}
          keyOf={({ version }) => String(version)}
          columns={[
            {
              title: 'Version',
              cell: ({ version }) =>
                version === null ? (
                  versionWords(version)
                ) : (
                  <Link href={versionPath(id, workflowId, version)} className="hover:underline">
                    {versionWords(version)}
                  </Link>
                ),
            },
            { title: 'Runs', isNumeric: true, className: 'tabular', cell: ({ count }) => formatCount(count) },
            {
              title: 'First seen',
              className: 'whitespace-nowrap text-muted text-xs',
              cell: ({ firstSeenAt }) => <RelativeTime at={firstSeenAt} />,
            },
            {
              title: 'Last seen',
              className: 'whitespace-nowrap text-muted text-xs',
              cell: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} />,
            },
          ]}
        />
      </section>
      {topTags.length === 0 ? null : (
        <section aria-labelledby={`${heading}-tags`}>
          <h3 id={`${heading}-tags`} className="mb-2 font-medium text-sm">
            Tags affected
          </h3>
          <ul aria-labelledby={`${heading}-tags`} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
            {topTags.map(({ tag, count }) => (
              <li key={tag} className="max-w-full truncate">
                <Link href={logsOfTagPath(id, tag)} className="hover:underline">
                  {tag}
                </Link>{' '}
                <span className="tabular text-muted text-xs">{countOf(count, 'run')}</span>
              </li>
            ))}
          </ul>
          {tags > topTags.length ? (
            <p className="mt-1 text-muted text-xs">and {formatCount(tags - topTags.length)} more</p>
          ) : null}
        </section>
      )}
    </>
  );
}
