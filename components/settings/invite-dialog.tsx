'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { FormDialog } from '@/components/page/form-dialog';
import { useWorkspace } from '@/components/page/workspace-context';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { ShownOnceDialog } from '@/components/ui/shown-once-dialog';
import { client } from '@/lib/platform/http/client';
import type { Role } from '@/lib/services/access/actor';
import { createInvitationEndpoint } from '@/lib/services/workspaces/endpoints';
import { ROLE_OPTIONS } from './role-options';
import { invitationsQuery } from './settings-queries';

/** Creates an invitation, which is sent by e-mail; without a mail server its link is shown for sharing. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { id, me } = useWorkspace();
  const queryClient = useQueryClient();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('writer');
  const invite = useMutation({
    mutationFn: () =>
      client.call(createInvitationEndpoint, { params: { workspaceId: id }, body: { email, role } }),
    onSuccess: async ({ data, link }) => {
      await queryClient.invalidateQueries({ queryKey: invitationsQuery(id).queryKey });
      if (link !== null) return;
      toast.success(`Invitation sent to ${data.email}`);
      onClose();
    },
    meta: { quiet: true },
  });
  if (invite.data?.link) {
    return (
      <ShownOnceDialog
        title={`Invitation for ${invite.data.data.email}`}
        label="Invitation link"
        secret={new URL(invite.data.link, window.location.origin).href}
        warning="Send them this link yourself: no e-mail is sent, and it can’t be shown again."
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      size="sm"
      title="Invite a member"
      submitLabel={me.canSendEmail ? 'Send invitation' : 'Create link'}
      form={{ error: invite.error, onSubmit: () => invite.mutate() }}
      busy={invite.isPending}
      onClose={onClose}
    >
      <Field name="email" label="E-mail">
        <Input
          type="email"
          autoFocus
          required
          placeholder="grace@example.com"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <Field label="Role">
        <Select value={role} options={ROLE_OPTIONS} onValueChange={setRole} />
      </Field>
    </FormDialog>
  );
}
