import { path } from '../address.js';
import { type Page, Pages } from '../pages.js';
import type { CallOptions, Transport } from '../transport.js';
import type { Kept } from '../types/common.js';
import type {
  DeliveriesQuery,
  NewWebhook,
  PutWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookEventsPage,
  WebhookEventsQuery,
  WebhookEventType,
  WebhookReceiverReport,
  WebhookRedelivery,
  WebhookSecretChoice,
  WebhookUpdate,
  WebhookWithSecret,
} from '../types/webhooks.js';

/** Subscriptions to finished runs, and their deliveries. */
export class Webhooks {
  readonly #http: Transport;

  constructor(http: Transport) {
    this.#http = http;
  }

  /** Those of a workspace, or those that cover one of its workflows. */
  async list(query: { workspaceId: string; workflowId?: string }, options?: CallOptions): Promise<Webhook[]> {
    return this.#http.data({ method: 'GET', path: '/api/v1/webhooks', query }, options);
  }

  async get(id: string, options?: CallOptions): Promise<Webhook> {
    return this.#http.data({ method: 'GET', path: path`/api/v1/webhooks/${id}` }, options);
  }

  async create(webhook: NewWebhook, options?: CallOptions): Promise<WebhookWithSecret> {
    return this.#http.json({ method: 'POST', path: '/api/v1/webhooks', body: webhook }, options);
  }

  /**
   * Creates what has this external id, or makes it as given; the same again changes nothing.
   * @throws ApiError 409 with `problem.currentVersion` if `version` is a stale one
   */
  async put(
    externalId: string,
    webhook: PutWebhook,
    options?: CallOptions,
  ): Promise<Kept<Webhook> & WebhookWithSecret> {
    return this.#http.json(
      { method: 'PUT', path: path`/api/v1/webhooks/by-external-id/${externalId}`, body: webhook },
      options,
    );
  }

  /** @throws ApiError 409 with `problem.currentVersion` if `version` is a stale one */
  async update(id: string, settings: WebhookUpdate, options?: CallOptions): Promise<Webhook> {
    return this.#http.data({ method: 'PUT', path: path`/api/v1/webhooks/${id}`, body: settings }, options);
  }

  /** Pending deliveries are cancelled. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    return this.#http.json({ method: 'DELETE', path: path`/api/v1/webhooks/${id}` }, options);
  }

  /** Pauses or resumes a subscription. */
  async setActive(id: string, active: boolean, options?: CallOptions): Promise<Webhook> {
    return this.#http.data(
      { method: 'PUT', path: path`/api/v1/webhooks/${id}/active`, body: { active } },
      options,
    );
  }

  /** With `overlapSeconds`, at most 7 days, the old secret signs too until then. */
  async setSecret(
    id: string,
    secret: WebhookSecretChoice,
    { overlapSeconds, ...options }: CallOptions & { overlapSeconds?: number } = {},
  ): Promise<WebhookWithSecret> {
    return this.#http.json(
      { method: 'PUT', path: path`/api/v1/webhooks/${id}/secret`, body: { secret, overlapSeconds } },
      options,
    );
  }

  /** Deliveries are no longer signed. */
  async removeSecret(id: string, options?: CallOptions): Promise<Webhook> {
    return this.#http.data({ method: 'DELETE', path: path`/api/v1/webhooks/${id}/secret` }, options);
  }

  /** Sends a made-up event, by default of the first type it is sent, and returns what the receiver answered. */
  async test(
    id: string,
    { event, ...options }: CallOptions & { event?: WebhookEventType } = {},
  ): Promise<WebhookDeliveryDetail> {
    const query = event === undefined ? {} : { event };
    return this.#http.data({ method: 'POST', path: path`/api/v1/webhooks/${id}/test`, query }, options);
  }

  /** Sends a good, a tampered and a stale delivery, and returns what the receiver made of them. */
  async verifyReceiver(id: string, options?: CallOptions): Promise<WebhookReceiverReport> {
    return this.#http.data({ method: 'POST', path: path`/api/v1/webhooks/${id}/verify` }, options);
  }

  /** Newest first. */
  deliveries(id: string, query: DeliveriesQuery = {}, options?: CallOptions): Pages<WebhookDelivery> {
    return new Pages<WebhookDelivery>((cursor) =>
      this.#http.json<Page<WebhookDelivery>>(
        { method: 'GET', path: path`/api/v1/webhooks/${id}/deliveries`, query: { ...query, cursor } },
        options,
      ),
    );
  }

  async delivery(id: string, deliveryId: string, options?: CallOptions): Promise<WebhookDeliveryDetail> {
    return this.#http.data(
      { method: 'GET', path: path`/api/v1/webhooks/${id}/deliveries/${deliveryId}` },
      options,
    );
  }

  /** Sends one delivery again, now: the same id and body. */
  async redeliver(id: string, deliveryId: string, options?: CallOptions): Promise<WebhookDelivery> {
    return this.#http.data(
      { method: 'POST', path: path`/api/v1/webhooks/${id}/deliveries/${deliveryId}/redeliver` },
      options,
    );
  }

  /** Sends again all that have failed since then. */
  async redeliverFailed(id: string, since: string | Date, options?: CallOptions): Promise<WebhookRedelivery> {
    return this.#http.data(
      { method: 'POST', path: path`/api/v1/webhooks/${id}/redeliveries`, body: { since } },
      options,
    );
  }

  async redelivery(id: string, redeliveryId: string, options?: CallOptions): Promise<WebhookRedelivery> {
    return this.#http.data(
      { method: 'GET', path: path`/api/v1/webhooks/${id}/redeliveries/${redeliveryId}` },
      options,
    );
  }

  /** A page of what a subscription with these settings would be sent. Nothing is sent, and none need exist. */
  async events(query: WebhookEventsQuery, options?: CallOptions): Promise<WebhookEventsPage> {
    return this.#http.json({ method: 'GET', path: '/api/v1/webhook-events', query }, options);
  }

  /** Makes the next attempt of all pending deliveries at once; `count` is how many waited. */
  async sendPending(id: string, options?: CallOptions): Promise<{ count: number }> {
    return this.#http.data({ method: 'POST', path: path`/api/v1/webhooks/${id}/pending/send` }, options);
  }
}
