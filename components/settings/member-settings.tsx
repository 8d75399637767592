'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bot, Pencil, UserMinus, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { meQuery } from '@/components/page/account-queries';
import { LoadFailure } from '@/components/page/load-failure';
import { useWorkspace } from '@/components/page/workspace-context';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { DataTable } from '@/components/ui/data-table';
import { IconButton } from '@/components/ui/icon-button';
import { RelativeTime } from '@/components/ui/relative-time';
import { Select } from '@/components/ui/select';
import { SkeletonRows } from '@/components/ui/skeleton';
import { client } from '@/lib/platform/http/client';
import type { Role } from '@/lib/services/access/actor';
import { changeMemberRoleEndpoint, removeMemberEndpoint } from '@/lib/services/workspaces/endpoints';
import type { Member } from '@/lib/services/workspaces/schema';
import { InvitationList } from './invitation-list';
import { InviteDialog } from './invite-dialog';
import { ROLE_OPTIONS } from './role-options';
import { ServiceAccountDialog } from './service-account-dialog';
import { membersQuery } from './settings-queries';
import { SettingsSection } from './settings-section';
import { UnverifiedEmail } from './unverified-email';

export function MemberSettings() {
  const { id, isAdmin } = useWorkspace();
  const members = useQuery(membersQuery(id));
  const [inviting, setInviting] = useState(false);
  const [removing, setRemoving] = useState<Member>();
  /** A service account, or `new`. */
  const [account, setAccount] = useState<Member | 'new'>();
  return (
    <>
      <SettingsSection
        title="Members"
        description={
          'Readers see everything but secrets; writers also change workflows and variables; admins also ' +
          'manage people.'
        }
        actions={
          isAdmin ? (
            <div className="flex gap-2">
              <Button onClick={() => setAccount('new')}>
                <Bot aria-hidden />
                New service account
              </Button>
              <Button variant="primary" onClick={() => setInviting(true)}>
                <UserPlus aria-hidden />
                Invite
              </Button>
            </div>
          ) : null
        }
      >
        {members.isPending ? <SkeletonRows rows={3} className="h-10" /> : null}
        {members.isError ? <LoadFailure error={members.error} onRetry={() => members.refetch()} /> : null}
        {members.data ? (
          <MemberTable
            members={members.data.data}
            canVerify={members.data.canVerify}
            onRemove={setRemoving}
            onRename={setAccount}
          />
        ) : null}
      </SettingsSection>
      {isAdmin ? <InvitationList /> : null}
      {inviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
      {account ? (
        <ServiceAccountDialog
          account={account === 'new' ? undefined : account}
          onClose={() => setAccount(undefined)}
        />
      ) : null}
      {removing ? <RemoveQuestion member={removing} onClose={() => setRemoving(undefined)} /> : null}
    </>
  );
}

function MemberTable({
  members,
  canVerify,
  onRemove,
  onRename,
}: {
  members: readonly Member[];
  canVerify: boolean;
  onRemove: (member: Member) => void;
  onRename: (account: Member) => void;
}) {
  const { isAdmin, me, role } = useWorkspace();
  return (
    <DataTable
      rows={members}
      keyOf={(member) => member.userId}
      columns={[
        {
          title: 'Name',
          cell: (member) => (
            <>
              <p className="flex items-center gap-2 font-medium">
                {member.name}
                {member.userId === me.id ? <Badge>you</Badge> : null}
                {member.isOwner ? <Badge tone="accent">owner</Badge> : null}
                {member.kind === 'service' ? <Badge>service account</Badge> : null}
              </p>
              {member.kind === 'service' ? null : (
                <p className="flex flex-wrap items-center gap-2 text-faint text-xs">
                  {member.email}
                  {member.emailVerified ? null : <UnverifiedEmail member={member} canVerify={canVerify} />}
                </p>
              )}
            </>
          ),
        },
        {
          title: 'Role',
          className: 'w-36',
          cell: (member) => {
            if (isAdmin && !member.isOwner) return <RoleSelect member={member} />;
            // The own role is polled every few seconds, the list is not.
            return member.userId === me.id ? role : member.role;
          },
        },
        {
          title: 'Joined',
          className: 'whitespace-nowrap text-muted',
          cell: (member) => <RelativeTime at={member.joinedAt} />,
        },
      ]}
      actions={(member) => (
        <>
          {member.kind === 'service' && isAdmin ? (
            <IconButton label={`Rename ${member.name}`} onClick={() => onRename(member)}>
              <Pencil />
            </IconButton>
          ) : null}
          {!member.isOwner && (isAdmin || member.userId === me.id) ? (
            <IconButton
              label={member.userId === me.id ? 'Leave the workspace' : `Remove ${memberLabel(member)}`}
              onClick={() => onRemove(member)}
            >
              <UserMinus />
            </IconButton>
          ) : null}
        </>
      )}
    />
  );
}

/** People may share a name; service accounts have no address that says anything. */
const memberLabel = ({ kind, name, email }: Member): string =>
  kind === 'service' ? name : `${name} (${email})`;

function RoleSelect({ member }: { member: Member }) {
  const { id, me, role } = useWorkspace();
  const shownRole = member.userId === me.id ? role : member.role;
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (role: Role) =>
      client.call(changeMemberRoleEndpoint, {
        params: { workspaceId: id, userId: member.userId },
        body: { role },
      }),
    onSuccess: ({ data }) => toast.success(`${data.name} is now ${data.role}`),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: membersQuery(id).queryKey }),
        queryClient.invalidateQueries({ queryKey: meQuery().queryKey }),
      ]),
  });
  return (
    <Select
      aria-label={`Role of ${memberLabel(member)}`}
      value={change.isPending ? change.variables : shownRole}
      disabled={change.isPending}
      options={ROLE_OPTIONS}
      onValueChange={(role) => change.mutate(role)}
    />
  );
}

function RemoveQuestion({ member, onClose }: { member: Member; onClose: () => void }) {
  const { id, me } = useWorkspace();
  const queryClient = useQueryClient();
  const self = member.userId === me.id;
  const remove = useMutation({
    mutationFn: () =>
      client.call(removeMemberEndpoint, { params: { workspaceId: id, userId: member.userId } }),
    onSuccess: async () => {
      if (self) return window.location.assign('/');
      await queryClient.invalidateQueries({ queryKey: membersQuery(id).queryKey });
      toast.success(`Removed ${member.name}`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={self ? 'Leave this workspace?' : `Remove ${memberLabel(member)}?`}
      confirmLabel={self ? 'Leave' : 'Remove member'}
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      {member.kind === 'service'
        ? 'Its API keys are revoked, and programs that use them are refused at once.'
        : `${self ? 'You' : 'They'} lose access at once, and so do ${self ? 'your' : 'their'} API keys here.`}
    </ConfirmDialog>
  );
}
