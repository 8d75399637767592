import { queryOptions } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { listApiKeysEndpoint } from '@/lib/services/api-keys/endpoints';
import { listConnectionsEndpoint } from '@/lib/services/connections/endpoints';
import { getWorkspacePlanEndpoint } from '@/lib/services/limits/endpoints';
import { listModelPricesEndpoint } from '@/lib/services/model-prices/endpoints';
import { listVariablesEndpoint } from '@/lib/services/variables/endpoints';
import {
  listInvitationsEndpoint,
  listMembersEndpoint,
  listWorkspacesEndpoint,
} from '@/lib/services/workspaces/endpoints';

/** Windows of a minute change while one looks. */
const PLAN_REFRESH_MS = 5_000;

export const workspacesQuery = () =>
  queryOptions({
    queryKey: ['workspaces'],
    queryFn: ({ signal }) => client.call(listWorkspacesEndpoint, {}, { signal }),
    select: (answer) => answer.data,
  });

export const apiKeysQuery = () =>
  queryOptions({
    queryKey: ['api-keys'],
    queryFn: ({ signal }) => client.call(listApiKeysEndpoint, {}, { signal }),
    select: (answer) => answer.data,
  });

export const variablesQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'variables'],
    queryFn: ({ signal }) => client.call(listVariablesEndpoint, { params: { workspaceId } }, { signal }),
    select: (answer) => answer.data,
  });

export const connectionsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'connections'],
    queryFn: ({ signal }) => client.call(listConnectionsEndpoint, { params: { workspaceId } }, { signal }),
  });

export const modelPricesQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'model-prices'],
    queryFn: ({ signal }) => client.call(listModelPricesEndpoint, { params: { workspaceId } }, { signal }),
    select: (answer) => answer.data,
  });

export const membersQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'members'],
    queryFn: ({ signal }) => client.call(listMembersEndpoint, { params: { workspaceId } }, { signal }),
    select: (answer) => answer.data,
  });

export const invitationsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'invitations'],
    queryFn: ({ signal }) => client.call(listInvitationsEndpoint, { params: { workspaceId } }, { signal }),
    select: (answer) => answer.data,
  });

export const planQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'plan'],
    queryFn: ({ signal }) => client.call(getWorkspacePlanEndpoint, { params: { workspaceId } }, { signal }),
    refetchInterval: PLAN_REFRESH_MS,
    select: (answer) => answer.data,
  });
