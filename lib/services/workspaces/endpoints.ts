import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { NEXT_CURSOR, PAGE_PARAMS } from '../../platform/http/page-params';
import { ROLES } from '../access/actor';
import { Email, Password, PersonName } from '../accounts/schema';
import {
  Invitation,
  InvitationPreview,
  Member,
  ServiceAccountName,
  Workspace,
  WorkspaceName,
} from './schema';

const tag = 'Workspaces';
const InWorkspace = z.object({ workspaceId: z.string() });
const Role = z.enum(ROLES);

export const listWorkspacesEndpoint = defineEndpoint({
  id: 'listWorkspaces',
  method: 'GET',
  path: '/api/v1/workspaces',
  movedFrom: '/api/workspaces',
  summary: 'The workspaces you belong to',
  tag,
  auth: 'key',
  scope: ['workflows:read', 'logs:read'],
  keepsToWorkflows: true,
  query: z.strictObject(PAGE_PARAMS),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: z.object({ data: z.array(Workspace), ...NEXT_CURSOR }),
});

export const createWorkspaceEndpoint = defineEndpoint({
  id: 'createWorkspace',
  method: 'POST',
  path: '/api/workspaces',
  summary: 'Create a workspace, with the example workflow in it',
  tag,
  auth: 'session',
  sessionOnly: {
    why: 'A key reaches only the workspaces that it was made for.',
    instead: 'A key may call GET /api/v1/workspaces.',
  },
  body: z.strictObject({ name: WorkspaceName }),
  response: z.object({ data: Workspace }),
  status: 201,
});

export const renameWorkspaceEndpoint = defineEndpoint({
  id: 'renameWorkspace',
  method: 'PATCH',
  path: '/api/v1/workspaces/{workspaceId}',
  movedFrom: '/api/workspaces/{workspaceId}',
  summary: 'Rename a workspace',
  tag,
  auth: 'key',
  scope: 'members:write',
  params: InWorkspace,
  body: z.strictObject({ name: WorkspaceName }),
  response: z.object({ data: Workspace }),
});

export const listMembersEndpoint = defineEndpoint({
  id: 'listMembers',
  method: 'GET',
  path: '/api/v1/workspaces/{workspaceId}/members',
  movedFrom: '/api/workspaces/{workspaceId}/members',
  summary: 'Members of a workspace, people and service accounts',
  tag,
  auth: 'key',
  scope: 'members:write',
  params: InWorkspace,
  query: z.strictObject(PAGE_PARAMS),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: z.object({ data: z.array(Member), ...NEXT_CURSOR, canVerify: z.boolean() }),
});

export const verifyMemberEmailEndpoint = defineEndpoint({
  id: 'verifyMemberEmail',
  method: 'POST',
  path: '/api/workspaces/{workspaceId}/members/{userId}/verify-email',
  summary: 'Vouch for a member’s e-mail address; for the owner of the installation',
  tag,
  auth: 'session',
  sessionOnly: { why: 'The owner of the installation vouches for an address in person.' },
  params: z.object({ workspaceId: z.string(), userId: z.string() }),
  response: z.object({ data: Member }),
});

export const changeMemberRoleEndpoint = defineEndpoint({
  id: 'changeMemberRole',
  method: 'PATCH',
  path: '/api/v1/workspaces/{workspaceId}/members/{userId}',
  movedFrom: '/api/workspaces/{workspaceId}/members/{userId}',
  summary: 'Change a member’s role',
  tag,
  auth: 'key',
  scope: 'members:write',
  params: z.object({ workspaceId: z.string(), userId: z.string() }),
  body: z.strictObject({ role: Role }),
  response: z.object({ data: Member }),
});

export const removeMemberEndpoint = defineEndpoint({
  id: 'removeMember',
  method: 'DELETE',
  path: '/api/v1/workspaces/{workspaceId}/members/{userId}',
  movedFrom: '/api/workspaces/{workspaceId}/members/{userId}',
  summary: 'Remove a member, or leave',
  tag,
  auth: 'key',
  scope: 'members:write',
  params: z.object({ workspaceId: z.string(), userId: z.string() }),
  status: 204,
});

export const createServiceAccountEndpoint = defineEndpoint({
  id: 'createServiceAccount',
  method: 'POST',
  path: '/api/v1/workspaces/{workspaceId}/service-accounts',
  summary: 'Create a service account: a member without a password, for which only its API keys act',
  description:
    'It stays when its maker leaves. `createApiKey` with its `userId` as `serviceAccountId` makes keys for it. Its role ' +
    'is changed, and it is removed, like any member.',
  tag,
  auth: 'key',
  scope: 'members:write',
  params: InWorkspace,
  body: z.strictObject({ name: ServiceAccountName, role: Role }),
  response: z.object({ data: Member }),
  status: 201,
});

export const renameServiceAccountEndpoint = defineEndpoint({
  id: 'renameServiceAccount',
  method: 'PATCH',
  path: '/api/v1/workspaces/{workspaceId}/service-accounts/{userId}',
  summary: 'Rename a service account',
  tag,
  auth: 'key',
  scope: 'members:write',
  params: z.object({ workspaceId: z.string(), userId: z.string() }),
  body: z.strictObject({ name: ServiceAccountName }),
  response: z.object({ data: Member }),
});

export const listInvitationsEndpoint = defineEndpoint({
  id: 'listInvitations',
  method: 'GET',
  path: '/api/v1/workspaces/{workspaceId}/invitations',
  movedFrom: '/api/workspaces/{workspaceId}/invitations',
  summary: 'Pending invitations',
  tag,
  auth: 'key',
  scope: 'members:write',
  params: InWorkspace,
  query: z.strictObject(PAGE_PARAMS),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: z.object({ data: z.array(Invitation), ...NEXT_CURSOR }),
});

export const createInvitationEndpoint = defineEndpoint({
  id: 'createInvitation',
  method: 'POST',
  path: '/api/v1/workspaces/{workspaceId}/invitations',
  movedFrom: '/api/workspaces/{workspaceId}/invitations',
  summary: 'Invite a member: by e-mail, or without a mail server by the link in this answer',
  tag,
  auth: 'key',
  scope: 'members:write',
  params: InWorkspace,
  body: z.strictObject({ email: Email, role: Role }),
  response: z.object({ data: Invitation, link: z.string().nullable() }),
  status: 201,
});

export const revokeInvitationEndpoint = defineEndpoint({
  id: 'revokeInvitation',
  method: 'DELETE',
  path: '/api/v1/workspaces/{workspaceId}/invitations/{id}',
  movedFrom: '/api/workspaces/{workspaceId}/invitations/{id}',
  summary: 'Revoke an invitation; its link stops working',
  tag,
  auth: 'key',
  scope: 'members:write',
  params: z.object({ workspaceId: z.string(), id: z.string() }),
  status: 204,
});

export const getInvitationEndpoint = defineEndpoint({
  id: 'getInvitation',
  method: 'GET',
  path: '/api/invitations/{token}',
  summary: 'What an invitation link offers',
  tag,
  auth: 'public',
  params: z.object({ token: z.string() }),
  response: InvitationPreview,
});

export const acceptInvitationEndpoint = defineEndpoint({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/api/invitations/{token}/accept',
  summary: 'Join the workspace',
  description:
    'Signed in as the invited e-mail’s account: it joins, the body is empty; 409 as anybody else. ' +
    'Otherwise `name` and `password` create the account of the invited e-mail; 409 when it already has one ' +
    '(sign in first), unless `mayClaim` says that this link may take it over.',
  tag,
  auth: 'public',
  params: z.object({ token: z.string() }),
  body: z.strictObject({ name: PersonName.optional(), password: Password.optional() }),
  response: z.object({ workspaceId: z.string(), email: z.string() }),
});
