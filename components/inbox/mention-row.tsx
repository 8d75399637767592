import { useMutation, useQueryClient } from '@tanstack/react-query';
import { commentPath, workflowPath } from '@/components/page/paths';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/class-names';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { client } from '@/lib/platform/http/client';
import { seeMentionEndpoint } from '@/lib/services/comments/endpoints';
import type { Mention } from '@/lib/services/comments/schema';

/** A comment that names the person; opening it marks it as seen. */
export function MentionRow({ mention, hasWorkspace }: { mention: Mention; hasWorkspace: boolean }) {
  const { commentId, workspaceId, workflowId, threadId, blockName, seenAt } = mention;
  const queries = useQueryClient();
  const mark = useMutation({
    mutationFn: (seen: boolean) => client.call(seeMentionEndpoint, { params: { commentId }, body: { seen } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['mentions'] }),
  });
  return (
    <li
      className={cn(
        'flex flex-wrap items-center gap-x-4 gap-y-2',
        'px-4 py-3 not-first:border-line not-first:border-t',
      )}
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex min-w-0 items-center gap-2 font-medium">
          <span className="truncate">{mention.author?.name ?? 'A deleted account'} mentioned you</span>
          {seenAt === null ? <Badge tone="accent">New</Badge> : null}
        </p>
        <p className="wrap-anywhere line-clamp-2 text-muted text-sm">{mention.text}</p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-muted text-xs">
          <Link href={workflowPath(workspaceId, workflowId)} className="hover:underline">
            {mention.workflowName}
            {blockName === null ? '' : ` · ${blockName}`}
            {hasWorkspace ? ` · ${mention.workspaceName}` : ''}
          </Link>
          <RelativeTime at={mention.createdAt} />
        </p>
      </div>
      <Button size="sm" variant="ghost" busy={mark.isPending} onClick={() => mark.mutate(seenAt === null)}>
        {seenAt === null ? 'Mark as seen' : 'Mark as new'}
      </Button>
      <Button asChild size="sm" variant={seenAt === null ? 'primary' : 'secondary'}>
        <Link href={commentPath(workspaceId, workflowId, threadId)} onClick={() => mark.mutate(true)}>
          Open the comment
        </Link>
      </Button>
    </li>
  );
}
