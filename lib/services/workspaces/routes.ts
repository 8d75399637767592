import type { Operation } from '../../platform/http/operation';
import { operation, publicOperation } from '../access/operation';
import { acceptInvitation } from './accept-invitation';
import { changeMemberRole } from './change-member-role';
import { createInvitation } from './create-invitation';
import { createWorkspace } from './create-workspace';
import {
  acceptInvitationEndpoint,
  changeMemberRoleEndpoint,
  createInvitationEndpoint,
  createWorkspaceEndpoint,
  getInvitationEndpoint,
  listInvitationsEndpoint,
  listMembersEndpoint,
  listWorkspacesEndpoint,
  removeMemberEndpoint,
  renameWorkspaceEndpoint,
  revokeInvitationEndpoint,
  verifyMemberEmailEndpoint,
} from './endpoints';
import { getInvitation } from './get-invitation';
import { listInvitations } from './list-invitations';
import { listMembers } from './list-members';
import { listWorkspaces } from './list-workspaces';
import { removeMember } from './remove-member';
import { renameWorkspace } from './rename-workspace';
import { revokeInvitation } from './revoke-invitation';
import { verifyMemberEmail } from './verify-member-email';

export const workspaceRoutes: readonly Operation[] = [
  operation(listWorkspacesEndpoint, (actor) => listWorkspaces(actor)),
  operation(createWorkspaceEndpoint, (actor, { body }) => createWorkspace(actor, body)),
  operation(renameWorkspaceEndpoint, (actor, { params, body }) =>
    renameWorkspace(actor, { ...body, ...params }),
  ),
  operation(listMembersEndpoint, (actor, { params }) => listMembers(actor, params)),
  operation(changeMemberRoleEndpoint, (actor, { params, body }) =>
    changeMemberRole(actor, { ...body, ...params }),
  ),
  operation(removeMemberEndpoint, async (actor, { params }) => void (await removeMember(actor, params))),
  operation(verifyMemberEmailEndpoint, (actor, { params }) => verifyMemberEmail(actor, params)),
  operation(listInvitationsEndpoint, (actor, { params }) => listInvitations(actor, params)),
  operation(createInvitationEndpoint, (actor, { params, body }) =>
    createInvitation(actor, { ...body, ...params }),
  ),
  operation(
    revokeInvitationEndpoint,
    async (actor, { params }) => void (await revokeInvitation(actor, params)),
  ),
  publicOperation(getInvitationEndpoint, (_, { params }) => getInvitation(params)),
  publicOperation(acceptInvitationEndpoint, (actor, { params, body }) =>
    acceptInvitation(actor, { ...body, ...params }),
  ),
];
