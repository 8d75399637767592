'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { errorWords, fieldErrors } from '@/components/page/error-words';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import { client } from '@/lib/platform/http/client';
import type { Role } from '@/lib/services/access/actor';
import { createInvitationEndpoint } from '@/lib/services/workspaces/endpoints';
import { ROLE_OPTIONS } from './role-options';
import { invitationsQuery } from './settings-queries';
import { ShownOnceDialog } from './shown-once-dialog';

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
  const refusals = fieldErrors(invite.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Invite a member"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="invite-form" busy={invite.isPending}>
            {me.canSendEmail ? 'Send invitation' : 'Create link'}
          </Button>
        </>
      }
    >
      <form id="invite-form" onSubmit={submit} className="flex flex-col gap-4">
        {invite.isError && Object.keys(refusals).length === 0 ? (
          <Notice tone="danger">{errorWords(invite.error)}</Notice>
        ) : null}
        <Field label="E-mail" error={refusals.email}>
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
      </form>
    </Dialog>
  );
}
