import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiError, client } from '@/lib/platform/http/client';
import {
  getDeliveryEndpoint,
  getRedeliveryEndpoint,
  getWebhookEndpoint,
  listDeliveriesEndpoint,
  listExecutionDeliveriesEndpoint,
  listWebhooksEndpoint,
  previewWebhookPayloadEndpoint,
} from '@/lib/services/outgoing-webhooks/endpoints';
import type { Delivery, DeliveryState } from '@/lib/services/outgoing-webhooks/schema';
import type { PreviewOptions } from './webhook-draft';

const CALM_MS = 5_000;
const QUICK_MS = 1_000;

/** All queries below this key become stale when a subscription of the workspace changes. */
export const webhooksKey = (workspaceId: string) => ['workspace', workspaceId, 'webhooks'] as const;

/** Reloads subscriptions and deliveries everywhere. */
export function useRefreshWebhooks(workspaceId: string) {
  const queryClient = useQueryClient();
  return useCallback(
    () => queryClient.invalidateQueries({ queryKey: webhooksKey(workspaceId) }),
    [queryClient, workspaceId],
  );
}

/** The subscriptions that cover one workflow, or those of the whole workspace. */
export const webhooksQuery = (workspaceId: string, workflowId?: string) =>
  queryOptions({
    queryKey: [...webhooksKey(workspaceId), 'list', workflowId ?? null],
    queryFn: ({ signal }) =>
      client.call(
        listWebhooksEndpoint,
        { query: { workspaceId, ...(workflowId !== undefined && { workflowId }) } },
        { signal },
      ),
    select: (answer) => answer.data,
    refetchInterval: (query) =>
      query.state.data?.data.some((webhook) => webhook.pending > 0) ? QUICK_MS : CALM_MS,
  });

/** True if the subscription was deleted, possibly elsewhere. */
export const isDeleted = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

export const webhookQuery = (workspaceId: string, id: string) =>
  queryOptions({
    queryKey: [...webhooksKey(workspaceId), 'one', id],
    queryFn: ({ signal }) => client.call(getWebhookEndpoint, { params: { id } }, { signal }),
    select: (answer) => answer.data,
    refetchInterval: ({ state }) => {
      if (isDeleted(state.error)) return false;
      return (state.data?.data.pending ?? 0) > 0 ? QUICK_MS : CALM_MS;
    },
  });

const isPending = (delivery: Delivery) => delivery.state === 'pending';

/**
 * Newest first, in pages. All pages are reloaded while a delivery is pending, so more pages are polled less
 * often.
 */
export const deliveriesQuery = (workspaceId: string, id: string, state: DeliveryState | null) =>
  infiniteQueryOptions({
    queryKey: [...webhooksKey(workspaceId), 'deliveries', id, state],
    queryFn: ({ pageParam, signal }) =>
      client.call(
        listDeliveriesEndpoint,
        {
          params: { id },
          query: {
            ...(state === null ? {} : { state }),
            ...(pageParam === null ? {} : { cursor: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: (query) => {
      const pages = query.state.data?.pages ?? [];
      const rows = pages.flatMap((page) => page.data);
      return (rows.some(isPending) ? QUICK_MS : CALM_MS) * Math.max(1, pages.length);
    },
  });

export const deliveryQuery = (workspaceId: string, id: string, deliveryId: string) =>
  queryOptions({
    queryKey: [...webhooksKey(workspaceId), 'delivery', id, deliveryId],
    queryFn: ({ signal }) => client.call(getDeliveryEndpoint, { params: { id, deliveryId } }, { signal }),
    select: (answer) => answer.data,
    refetchInterval: (query) =>
      query.state.data === undefined || isPending(query.state.data.data) ? QUICK_MS : false,
  });

export const redeliveryQuery = (workspaceId: string, id: string, redeliveryId: string) =>
  queryOptions({
    queryKey: [...webhooksKey(workspaceId), 'redelivery', id, redeliveryId],
    queryFn: ({ signal }) => client.call(getRedeliveryEndpoint, { params: { id, redeliveryId } }, { signal }),
    select: (answer) => answer.data,
    refetchInterval: (query) => (query.state.data?.data.waiting === 0 ? false : QUICK_MS),
  });

const MOST_COUNTED = '100';

/** The number of failures since then: counts at most one page; `more` is true if there are others. */
export const failedCountQuery = (workspaceId: string, id: string, since: string) =>
  queryOptions({
    queryKey: [...webhooksKey(workspaceId), 'failed-count', id, since],
    queryFn: async ({ signal }) => {
      const count = async (state: DeliveryState) => {
        const query = { state, since, limit: MOST_COUNTED };
        return client.call(listDeliveriesEndpoint, { params: { id }, query }, { signal });
      };
      const answers = await Promise.all([count('failed'), count('cancelled')]);
      const events = answers.flatMap((answer) => answer.data).filter(({ kind }) => kind === 'event');
      return { count: events.length, more: answers.some((answer) => answer.nextCursor !== null) };
    },
  });

export const payloadPreviewQuery = (
  workspaceId: string,
  workflowId: string | null,
  options: PreviewOptions,
) =>
  queryOptions({
    queryKey: [...webhooksKey(workspaceId), 'preview', workflowId, options],
    queryFn: ({ signal }) =>
      client.call(
        previewWebhookPayloadEndpoint,
        { params: { workspaceId }, body: { workflowId, ...options } },
        { signal },
      ),
    select: (answer) => answer.data,
  });

export const executionDeliveriesQuery = (workspaceId: string, executionId: string) =>
  queryOptions({
    queryKey: [...webhooksKey(workspaceId), 'of-execution', executionId],
    queryFn: ({ signal }) =>
      client.call(listExecutionDeliveriesEndpoint, { params: { workspaceId, executionId } }, { signal }),
    select: (answer) => answer.data,
    refetchInterval: (query) => (query.state.data?.data.some(isPending) ? QUICK_MS : false),
  });
