import { listOperation, newestFirst } from '../access/list-operation';
import { type Operation, operation, publicOperation } from '../access/operation';
import { acceptInvitation } from './accept-invitation';
import { changeMemberRole } from './change-member-role';
import { createInvitation } from './create-invitation';
import { createServiceAccount } from './create-service-account';
import { createWorkspace } from './create-workspace';
import {
  acceptInvitationEndpoint,
  changeMemberRoleEndpoint,
  createInvitationEndpoint,
  createServiceAccountEndpoint,
  createWorkspaceEndpoint,
  getInvitationEndpoint,
  listInvitationsEndpoint,
  listMembersEndpoint,
  listWorkspacesEndpoint,
  removeMemberEndpoint,
  renameServiceAccountEndpoint,
  renameWorkspaceEndpoint,
  revokeInvitationEndpoint,
  verifyMemberEmailEndpoint,
} from './endpoints';
import { getInvitation } from './get-invitation';
import { listInvitations } from './list-invitations';
import { listMembers } from './list-members';
import { listWorkspaces } from './list-workspaces';
import { removeMember } from './remove-member';
import { renameServiceAccount } from './rename-service-account';
import { renameWorkspace } from './rename-workspace';
import { revokeInvitation } from './revoke-invitation';
import { verifyMemberEmail } from './verify-member-email';

export const workspaceRoutes: readonly Operation[] = [
  listOperation(listWorkspacesEndpoint, newestFirst, (actor) => listWorkspaces(actor)),
  operation(createWorkspaceEndpoint, createWorkspace),
  operation(
    renameWorkspaceEndpoint,
    (actor, { params, body }) => renameWorkspace(actor, { id: params.workspaceId, ...body }),
    renameWorkspace,
  ),
  listOperation(
    listMembersEndpoint,
    { keyOf: ({ userId }) => userId, highestFirst: true },
    (actor, { params }) => listMembers(actor, params),
  ),
  operation(changeMemberRoleEndpoint, changeMemberRole),
  operation(removeMemberEndpoint, removeMember),
  operation(createServiceAccountEndpoint, createServiceAccount),
  operation(renameServiceAccountEndpoint, renameServiceAccount),
  operation(verifyMemberEmailEndpoint, verifyMemberEmail),
  listOperation(listInvitationsEndpoint, newestFirst, (actor, { params }) => listInvitations(actor, params)),
  operation(createInvitationEndpoint, createInvitation),
  operation(revokeInvitationEndpoint, revokeInvitation),
  publicOperation(getInvitationEndpoint, (_, { params }) => getInvitation(params)),
  publicOperation(
    acceptInvitationEndpoint,
    (actor, { params, body }) => acceptInvitation(actor, { ...body, ...params }),
    {
      guards: {
        role: { none: 'Who has the link may.' },
        quota: { inside: 'members', why: 'others join by it too' },
        audit: 'member.joined',
        transaction: { own: 'Who joins is known inside the transaction.' },
      },
    },
  ),
];
