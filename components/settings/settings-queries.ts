import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { listAlertEventsEndpoint, listAlertsEndpoint } from '@/lib/services/alerts/endpoints';
import { listApiKeysEndpoint } from '@/lib/services/api-keys/endpoints';
import { listAuditEndpoint } from '@/lib/services/audit/endpoints';
import type { AUDIT_ACTORS } from '@/lib/services/audit/schema';
import { listConnectionsEndpoint } from '@/lib/services/connections/endpoints';
import { listDeletedFoldersEndpoint } from '@/lib/services/folders/endpoints';
import { getWorkspacePlanEndpoint } from '@/lib/services/limits/endpoints';
import { listModelPricesEndpoint } from '@/lib/services/model-prices/endpoints';
import { getOperationsEndpoint } from '@/lib/services/operations/endpoints';
import { listDeletedWebhooksEndpoint } from '@/lib/services/outgoing-webhooks/endpoints';
import { listDeletedWorkflowsEndpoint } from '@/lib/services/removal/endpoints';
import { listVariablesEndpoint, variableUsesEndpoint } from '@/lib/services/variables/endpoints';
import {
  listInvitationsEndpoint,
  listMembersEndpoint,
  listWorkspacesEndpoint,
} from '@/lib/services/workspaces/endpoints';

/** Short, so that a new alert appears soon. */
const ALERTS_REFRESH_MS = 10_000;
/** Short, because windows of a minute change while the page is open. */
const PLAN_REFRESH_MS = 5_000;

/** Slow enough for the statement that adds up the tables. */
const OPERATIONS_REFRESH_MS = 15_000;

export const operationsQuery = () =>
  queryOptions({
    queryKey: ['operations'],
    queryFn: ({ signal }) => client.call(getOperationsEndpoint, {}, { signal }),
    refetchInterval: OPERATIONS_REFRESH_MS,
    select: (answer) => answer.data,
  });

export const workspacesQuery = () =>
  queryOptions({
    queryKey: ['workspaces'],
    queryFn: ({ signal }) => client.call(listWorkspacesEndpoint, {}, { signal }),
    select: (answer) => answer.data,
  });

/** The keys of a service account, or one's own; the key of one's own is the beginning of all others. */
export const apiKeysQuery = (serviceAccountId?: string) =>
  queryOptions({
    queryKey: serviceAccountId === undefined ? ['api-keys'] : ['api-keys', serviceAccountId],
    queryFn: ({ signal }) => client.call(listApiKeysEndpoint, { query: { serviceAccountId } }, { signal }),
    select: (answer) => answer.data,
  });

/** The deleted workflows that can be restored. */
export const deletedWorkflowsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'deleted-workflows'],
    queryFn: ({ signal }) =>
      client.call(listDeletedWorkflowsEndpoint, { query: { workspaceId } }, { signal }),
    select: (answer) => answer.data,
  });

/** The deleted webhook subscriptions that can be restored. */
export const deletedWebhooksQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'deleted-webhooks'],
    queryFn: ({ signal }) => client.call(listDeletedWebhooksEndpoint, { query: { workspaceId } }, { signal }),
    select: (answer) => answer.data,
  });

/** The deleted folders that can be restored. */
export const deletedFoldersQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'deleted-folders'],
    queryFn: ({ signal }) => client.call(listDeletedFoldersEndpoint, { query: { workspaceId } }, { signal }),
    select: (answer) => answer.data,
  });

export const variablesQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'variables'],
    queryFn: ({ signal }) => client.call(listVariablesEndpoint, { params: { workspaceId } }, { signal }),
    select: (answer) => answer.data,
  });

/** The workflows that use a variable. */
export const variableUsesQuery = (workspaceId: string, name: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'variables', name, 'uses'],
    queryFn: ({ signal }) => client.call(variableUsesEndpoint, { params: { workspaceId, name } }, { signal }),
    select: (answer) => answer.data,
    staleTime: 0,
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

export const alertsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'alerts'],
    queryFn: ({ signal }) => client.call(listAlertsEndpoint, { query: { workspaceId } }, { signal }),
    refetchInterval: ALERTS_REFRESH_MS,
  });

export const alertEventsQuery = (workspaceId: string, id: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'alerts', id, 'events'],
    queryFn: ({ signal }) => client.call(listAlertEventsEndpoint, { params: { id } }, { signal }),
    refetchInterval: ALERTS_REFRESH_MS,
    select: (answer) => answer.data,
  });

/** The form's state: `all` and empty texts do not filter; days are in the visitor's time zone. */
export interface AuditFilters {
  actor: 'all' | (typeof AUDIT_ACTORS)[number];
  noun: string;
  target: string;
  from: string;
  until: string;
}

const DAY_MS = 86_400_000;
/** Returns midnight in the visitor's time zone, `days` later. */
const dayStart = (day: string, days = 0): string =>
  new Date(new Date(`${day}T00:00`).getTime() + days * DAY_MS).toISOString();

export const auditQuery = (workspaceId: string, filters: AuditFilters) => {
  const { actor, noun, from, until } = filters;
  const target = filters.target.trim();
  const query = {
    workspaceId,
    ...(actor === 'all' ? {} : { actors: actor }),
    ...(noun === 'all' ? {} : { action: noun }),
    ...(target === '' ? {} : { target }),
    ...(from === '' ? {} : { startDate: dayStart(from) }),
    ...(until === '' ? {} : { endDate: dayStart(until, 1) }),
  };
  return infiniteQueryOptions({
    queryKey: ['workspace', workspaceId, 'audit', filters],
    queryFn: ({ pageParam, signal }) =>
      client.call(listAuditEndpoint, { query: { ...query, cursor: pageParam } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });
};
