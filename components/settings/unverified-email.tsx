'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { useWorkspace } from '@/components/page/workspace-context';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { client } from '@/lib/platform/http/client';
import { verifyMemberEmailEndpoint } from '@/lib/services/workspaces/endpoints';
import type { Member } from '@/lib/services/workspaces/schema';
import { membersQuery } from './settings-queries';

/** Marks an unverified address of a member; a person with the permission can verify it here. */
export function UnverifiedEmail({ member, canVerify }: { member: Member; canVerify: boolean }) {
  const { id: workspaceId, isAdmin } = useWorkspace();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const verify = useMutation({
    mutationFn: () =>
      client.call(verifyMemberEmailEndpoint, { params: { workspaceId, userId: member.userId } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: membersQuery(workspaceId).queryKey });
      toast.success(`Verified ${member.email}`);
      setAsking(false);
    },
  });
  return (
    <>
      <Badge tone="warning">Unverified</Badge>
      {canVerify && isAdmin ? (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Mark ${member.email} as verified`}
          onClick={() => setAsking(true)}
        >
          Mark as verified
        </Button>
      ) : null}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Mark ${member.email} as verified?`}
        confirmLabel="Mark as verified"
        busy={verify.isPending}
        onConfirm={() => verify.mutate()}
      >
        Do this only if you know that the address belongs to {member.name}.
      </ConfirmDialog>
    </>
  );
}
