'use client';

import { Badge } from '@/components/ui/badge';
import type { Column } from '@/components/ui/data-table';
import { RelativeTime, useNow } from '@/components/ui/relative-time';
import type { ApiKey } from '@/lib/services/api-keys/schema';

/** @param nameOf returns the name of a workspace */
export const keyColumns = (nameOf: (workspaceId: string) => string): ReadonlyArray<Column<ApiKey>> => [
  {
    title: 'Name',
    className: 'min-w-32 font-medium',
    cell: ({ name, rotatedAt }) => (
      <>
        {name} {rotatedAt ? <RotatedBadge at={rotatedAt} /> : null}
      </>
    ),
  },
  {
    title: 'Key',
    className: 'whitespace-nowrap font-mono text-muted text-xs',
    cell: ({ lastFour }) => `…${lastFour}`,
  },
  {
    title: 'Scopes',
    className: 'min-w-44',
    cell: ({ scopes }) => (
      <span className="flex flex-wrap gap-1">
        {scopes.map((scope) => (
          <Badge key={scope}>{scope}</Badge>
        ))}
      </span>
    ),
  },
  {
    title: 'Workspaces',
    className: 'text-muted',
    cell: ({ workspaceIds }) => workspaceIds.map(nameOf).join(', '),
  },
  {
    title: 'Limits',
    className: 'text-muted',
    cell: limitWords,
  },
  {
    title: 'Created',
    className: 'whitespace-nowrap text-muted',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  {
    title: 'Last used',
    className: 'whitespace-nowrap text-muted',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : 'never'),
  },
  {
    title: 'Expires',
    className: 'whitespace-nowrap text-muted',
    cell: ({ expiresAt }) => <Expiry at={expiresAt} />,
  },
];

const limitWords = ({ workflowIds, addresses }: ApiKey): string =>
  [
    workflowIds === null ? '' : workflowIds.length === 1 ? '1 workflow' : `${workflowIds.length} workflows`,
    addresses?.join(', ') ?? '',
  ]
    .filter((words) => words !== '')
    .join('; ') || 'none';

/** Distinguishes an old key from its successor, which has the same name. */
function RotatedBadge({ at }: { at: string }) {
  return (
    <Badge tone="warning">
      rotated <RelativeTime at={at} />
    </Badge>
  );
}

function Expiry({ at }: { at: string | null }) {
  const now = useNow();
  if (at === null) return 'never';
  return Date.parse(at) < now ? <Badge tone="danger">expired</Badge> : <RelativeTime at={at} />;
}
