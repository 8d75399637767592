import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { toast } from 'sonner';
import { workflowPath } from '@/components/page/paths';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { client } from '@/lib/platform/http/client';
import {
  createFolderEndpoint,
  deleteFolderEndpoint,
  updateFolderEndpoint,
} from '@/lib/services/folders/endpoints';
import { deleteWorkflowEndpoint } from '@/lib/services/removal/endpoints';
import {
  createWorkflowEndpoint,
  getWorkflowEndpoint,
  updateWorkflowEndpoint,
} from '@/lib/services/workflows/endpoints';
import { nameOfCopy } from './name-of-copy';
import { useRefreshWorkflows, workflowsQuery } from './workflow-queries';

interface NewWorkflow {
  name: string;
  description?: string;
  folderId: string | null;
  document: WorkflowDocument;
}

/** Actions for workflows; each reloads the lists afterwards. */
export function useWorkflowActions(workspaceId: string) {
  const refresh = useRefreshWorkflows(workspaceId);
  const queryClient = useQueryClient();
  const router = useRouter();

  const create = useMutation({
    mutationFn: (input: NewWorkflow) =>
      client.call(createWorkflowEndpoint, { body: { workspaceId, ...input } }),
    onSuccess: async ({ data }) => {
      await refresh();
      router.push(workflowPath(workspaceId, data.id));
    },
  });
  const update = useMutation({
    mutationFn: ({ id, ...body }: { id: string; name?: string; folderId?: string | null }) =>
      client.call(updateWorkflowEndpoint, { params: { id }, body }),
    onSuccess: refresh,
  });
  const duplicate = useMutation({
    mutationFn: async (id: string) => {
      const { data } = await client.call(getWorkflowEndpoint, { params: { id } });
      const { name, description, folderId, document } = data;
      const listed = queryClient.getQueryData(workflowsQuery(workspaceId).queryKey)?.data ?? [];
      const copy = nameOfCopy(
        name,
        listed.map((workflow) => workflow.name),
      );
      return client.call(createWorkflowEndpoint, {
        body: { workspaceId, name: copy, description, folderId, document },
      });
    },
    onSuccess: async ({ data }) => {
      await refresh();
      toast.success(`Duplicated as “${data.name}”`, {
        action: { label: 'Open', onClick: () => router.push(workflowPath(workspaceId, data.id)) },
      });
    },
  });
  const remove = useMutation({
    mutationFn: (id: string) => client.call(deleteWorkflowEndpoint, { params: { id }, query: {} }),
    onSuccess: refresh,
  });
  return { create, update, duplicate, remove };
}

/** Actions for folders; each reloads the lists afterwards. */
export function useFolderActions(workspaceId: string) {
  const refresh = useRefreshWorkflows(workspaceId);
  const create = useMutation({
    mutationFn: (input: { name: string; parentId: string | null }) =>
      client.call(createFolderEndpoint, { body: { workspaceId, ...input } }),
    onSuccess: refresh,
  });
  const update = useMutation({
    mutationFn: ({ id, ...body }: { id: string; name?: string; parentId?: string | null }) =>
      client.call(updateFolderEndpoint, { params: { id }, body }),
    onSuccess: refresh,
  });
  const remove = useMutation({
    mutationFn: (id: string) => client.call(deleteFolderEndpoint, { params: { id } }),
    onSuccess: refresh,
  });
  return { create, update, remove };
}
