import { logPagePath } from '@/components/page/paths';
import type { Column } from '@/components/ui/data-table';
import { formatCount } from '@/components/ui/format-quantity';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { Status } from '@/components/ui/status';
import type { Effect } from '@/lib/services/effects/schema';
import { outcomeLook } from './effect-words';

/** The columns of a request, without its run. */
export const EFFECT_COLUMNS: ReadonlyArray<Column<Effect>> = [
  { title: 'Outcome', cell: (effect) => <Status {...outcomeLook(effect)} /> },
  {
    title: 'Request',
    className: 'wrap-anywhere min-w-48 font-mono text-xs',
    cell: ({ method, host, path }) => `${method} ${host}${path}`,
  },
  { title: 'Block', cell: ({ blockName }) => blockName },
  { title: 'Attempts', isNumeric: true, cell: ({ attempts }) => formatCount(attempts) },
  {
    title: 'Idempotency key',
    className: 'wrap-anywhere font-mono text-xs',
    cell: ({ idempotencyKey }) => idempotencyKey ?? 'None',
  },
  { title: 'Sent', cell: ({ sentAt }) => <RelativeTime at={sentAt} /> },
];

/** The column that leads to the run. */
export const runColumn = (workspaceId: string): Column<Effect> => ({
  title: 'Run',
  cell: ({ logId, workflowName }) => (
    <Link href={`${logPagePath(workspaceId, logId)}?tab=effects`} className="font-medium hover:underline">
      {workflowName ?? 'A deleted workflow'}
    </Link>
  ),
});

/** Unique in a list. */
export const effectKey = ({ logId, blockId, sentAt, idempotencyKey, path }: Effect): string =>
  [logId, blockId, sentAt, idempotencyKey, path].join(' ');
