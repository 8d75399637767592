'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { toast } from 'sonner';
import { useWorkspace } from '@/components/page/workspace-context';
import { IconButton } from '@/components/ui/icon-button';
import { RelativeTime } from '@/components/ui/relative-time';
import {
  Table,
  TableActions,
  TableActionsHeader,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table';
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
      <Table>
        <TableHead>
          <TableRow>
            <TableHeader>E-mail</TableHeader>
            <TableHeader>Role</TableHeader>
            <TableHeader>Expires</TableHeader>
            <TableActionsHeader />
          </TableRow>
        </TableHead>
        <tbody>
          {invitations.data.map((invitation) => (
            <TableRow key={invitation.id}>
              <TableCell>{invitation.email}</TableCell>
              <TableCell className="text-muted">{invitation.role}</TableCell>
              <TableCell className="whitespace-nowrap text-muted">
                <RelativeTime at={invitation.expiresAt} />
              </TableCell>
              <TableActions>
                <IconButton
                  label={`Revoke invitation for ${invitation.email}`}
                  disabled={revoke.isPending}
                  onClick={() => revoke.mutate(invitation)}
                >
                  <X />
                </IconButton>
              </TableActions>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </SettingsSection>
  );
}
