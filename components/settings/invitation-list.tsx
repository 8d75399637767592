'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { toast } from 'sonner';
import { useWorkspace } from '@/components/page/workspace-context';
import { DataTable } from '@/components/ui/data-table';
import { IconButton } from '@/components/ui/icon-button';
import { RelativeTime } from '@/components/ui/relative-time';
import { client } from '@/lib/platform/http/client';
import { revokeInvitationEndpoint } from '@/lib/services/workspaces/endpoints';
import type { Invitation } from '@/lib/services/workspaces/schema';
import { invitationsQuery } from './settings-queries';
import { SettingsSection } from './settings-section';

/** Invitations that are not accepted yet; renders nothing without any. */
export function InvitationList() {
  const { id } = useWorkspace();
  const invitations = useQuery(invitationsQuery(id));
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: (invitation: Invitation) =>
      client.call(revokeInvitationEndpoint, { params: { workspaceId: id, id: invitation.id } }),
    onSuccess: async (_answer, invitation) => {
      await queryClient.invalidateQueries({ queryKey: invitationsQuery(id).queryKey });
      toast.success(`Revoked the invitation for ${invitation.email}`);
    },
  });
  if (!invitations.data || invitations.data.length === 0) return null;
  return (
    <SettingsSection title="Pending invitations">
      <DataTable
        rows={invitations.data}
        keyOf={(invitation) => invitation.id}
        columns={[
          { title: 'E-mail', cell: (invitation) => invitation.email },
          { title: 'Role', className: 'text-muted', cell: (invitation) => invitation.role },
          {
            title: 'Expires',
            className: 'whitespace-nowrap text-muted',
            cell: (invitation) => <RelativeTime at={invitation.expiresAt} />,
          },
        ]}
        actions={(invitation) => (
          <IconButton
            label={`Revoke invitation for ${invitation.email}`}
            disabled={revoke.isPending}
            onClick={() => revoke.mutate(invitation)}
          >
            <X />
          </IconButton>
        )}
      />
    </SettingsSection>
  );
}
