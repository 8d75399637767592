'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { LoadFailure } from '@/components/page/load-failure';
import { useWorkspace } from '@/components/page/workspace-context';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Switch } from '@/components/ui/switch';
import { client } from '@/lib/platform/http/client';
import { setPublishingEndpoint } from '@/lib/services/run-tests/endpoints';
import { publishingQuery } from './test-queries';

/** The workspace's setting that publishing needs passing tests. */
export function PublishWithTests() {
  const { id: workspaceId, isAdmin } = useWorkspace();
  const queryClient = useQueryClient();
  const settings = useQuery(publishingQuery(workspaceId));
  const set = useMutation({
    mutationFn: (needsTests: boolean) =>
      client.call(setPublishingEndpoint, { params: { workspaceId }, body: { needsTests } }),
    onSuccess: (answer) => {
      queryClient.setQueryData(publishingQuery(workspaceId).queryKey, answer);
      toast.success(answer.data.needsTests ? 'Publishing needs passing tests' : 'Publishing needs no tests');
    },
  });
  if (settings.isError) return <LoadFailure error={settings.error} onRetry={() => void settings.refetch()} />;
  if (settings.isPending) return <SkeletonRows rows={1} className="h-10" />;
  return (
    <Switch
      label="Publish only with passing tests"
      help={
        isAdmin
          ? 'Publishing a draft runs the tests of its workflow first, and is refused while one fails.'
          : 'Admins of this workspace can change this.'
      }
      checked={set.isPending ? set.variables : settings.data.needsTests}
      disabled={!isAdmin || set.isPending}
      onCheckedChange={(needsTests) => set.mutate(needsTests)}
    />
  );
}
