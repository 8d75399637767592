'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { client } from '@/lib/platform/http/client';
import { createWorkspaceEndpoint } from '@/lib/services/workspaces/endpoints';
import { meQuery } from './account-queries';
import { errorWords } from './error-words';
import { NameDialog } from './name-dialog';
import { workspacePath } from './paths';

export function CreateWorkspaceDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const create = useMutation({
    mutationFn: (name: string) => client.call(createWorkspaceEndpoint, { body: { name } }),
    meta: { quiet: true },
    onSuccess: async ({ data }) => {
      await queryClient.invalidateQueries({ queryKey: meQuery().queryKey });
      props.onOpenChange(false);
      router.push(workspacePath(data.id));
    },
  });
  return (
    <NameDialog
      {...props}
      title="New workspace"
      description="It has its own workflows, logs, members and variables."
      placeholder="Acme"
      submitLabel="Create workspace"
      maxLength={80}
      busy={create.isPending}
      error={create.isError ? errorWords(create.error) : undefined}
      onSubmit={(name) => create.mutate(name)}
    />
  );
}
