'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Folder } from 'lucide-react';
import { toast } from 'sonner';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { countOf } from '@/components/ui/format-quantity';
import { workflowsKey } from '@/components/workflows/workflow-queries';
import { client } from '@/lib/platform/http/client';
import { restoreFolderEndpoint } from '@/lib/services/folders/endpoints';
import type { DeletedFolder } from '@/lib/services/folders/schema';
import { DeletedTable } from './deleted-table';
import { deletedFoldersQuery } from './settings-queries';
import { SettingsSection } from './settings-section';

/** The folders that were deleted and can be restored. */
export function DeletedFolders() {
  const { id, canWrite } = useWorkspace();
  const query = useQuery(deletedFoldersQuery(id));
  return (
    <SettingsSection
      title="Folders"
      description="A restored folder gets back what was in it, unless it was moved elsewhere since."
    >
      <DeletedTable
        query={query}
        rows={query.data}
        kind="Folder"
        empty={{
          icon: Folder,
          title: 'No deleted folders',
          words: 'Folders that somebody deletes appear here.',
        }}
        name={({ name, folders, workflows }) => ({
          title: name,
          details: [countOf(workflows, 'workflow'), ...(folders === 0 ? [] : [countOf(folders, 'folder')])],
        })}
        actions={(folder) => (canWrite ? <RestoreButton folder={folder} /> : null)}
      />
    </SettingsSection>
  );
}

function RestoreButton({ folder: { id, name } }: { folder: DeletedFolder }) {
  const { id: workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const restore = useMutation({
    mutationFn: () => client.call(restoreFolderEndpoint, { params: { id } }),
    onSuccess: async () => {
      void queryClient.invalidateQueries({ queryKey: workflowsKey(workspaceId) });
      await queryClient.invalidateQueries({ queryKey: deletedFoldersQuery(workspaceId).queryKey });
      toast.success(`Restored the folder ${name}`);
    },
  });
  return (
    <Button
      size="sm"
      variant="primary"
      aria-label={`Restore ${name}`}
      busy={restore.isPending}
      onClick={() => restore.mutate()}
    >
      Restore
    </Button>
  );
}
