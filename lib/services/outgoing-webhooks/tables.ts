import type { MaintenanceJob } from '../../platform/postgres/maintenance';
import { defineTables } from '../tables/define-tables';
import { keepDeliveryHistory } from './delivery-history';
import { forgetFeed } from './event-listeners';
import { purgeOldWebhooks } from './purge-webhook';
import { removeAttempts, removeBodies, removeDeliveries, removePending } from './remove-deliveries';
import { sealWebhooks } from './seal-typed-credentials';
import { headerStore } from './sealed-headers';
import { previousSecretStore, secretStore } from './sealed-secret';

const SIX_HOURS_MS = 6 * 60 * 60 * 1000;

const retention: MaintenanceJob = {
  name: 'make and drop days of deliveries',
  everyMs: SIX_HOURS_MS,
  run: keepDeliveryHistory,
};

const FEED_EVERY_MS = 10 * 60 * 1000;

const feedRetention: MaintenanceJob = {
  name: 'forget events that their readers had time for',
  everyMs: FEED_EVERY_MS,
  run: forgetFeed,
};

const HISTORY = { kept: 'the history of deliveries stays for its 30 days' };

export const outgoingWebhookTables = defineTables({
  webhook_subscription: {
    columns: {
      workspace_id: 'workspace',
      workflow_id: 'workflow',
      updated_by_id: 'person',
      deleted_by_id: 'person',
    },
    workspace: 'cascade',
    workflow: { verb: 'the end of each subscription has its entry in the audit; it can be restored' },
    person: 'set null',
    retention: {
      name: 'purge subscriptions that were deleted long ago',
      everyMs: SIX_HOURS_MS,
      run: purgeOldWebhooks,
    },
    sealed: {
      secret: secretStore,
      previous_secret: previousSecretStore,
      header_values: headerStore,
      url: { name: 'webhook URLs', sealAll: sealWebhooks },
    },
  },
  'runtime.webhook_pending': {
    workspace: {
      remove: [
        (tx, id) => tx.$executeRaw`
          DELETE FROM runtime.webhook_pending p USING webhook_subscription s
          WHERE s.workspace_id = ${id}::uuid AND p.subscription_id = s.id`,
      ],
    },
    workflow: { with: 'webhook_subscription' },
    run: { remove: [removePending] },
    retention,
  },
  'runtime.webhook_health': {
    workspace: {
      remove: [
        (tx, id) => tx.$executeRaw`
          DELETE FROM runtime.webhook_health h USING webhook_subscription s
          WHERE s.workspace_id = ${id}::uuid AND h.subscription_id = s.id`,
      ],
    },
    workflow: { with: 'webhook_subscription' },
    retention: { with: 'webhook_subscription' },
  },
  'runtime.webhook_turn': {
    workspace: {
      remove: [
        (tx, id) => tx.$executeRaw`
          DELETE FROM runtime.webhook_turn t USING webhook_subscription s
          WHERE s.workspace_id = ${id}::uuid AND t.subscription_id = s.id`,
      ],
    },
    workflow: { with: 'webhook_subscription' },
    retention: { with: 'webhook_subscription' },
  },
  'runtime.webhook_redelivery': {
    workspace: {
      remove: [
        (tx, id) => tx.$executeRaw`
          DELETE FROM runtime.webhook_redelivery r USING webhook_subscription s
          WHERE s.workspace_id = ${id}::uuid AND r.subscription_id = s.id`,
      ],
    },
    workflow: { with: 'webhook_subscription' },
    retention,
  },
  'runtime.webhook_attempt': {
    workspace: {
      remove: [
        (tx, id) => tx.$executeRaw`
          DELETE FROM runtime.webhook_attempt a USING runtime.webhook_delivery d
          WHERE d.workspace_id = ${id}::uuid AND a.delivery_id = d.id AND a.created_at = d.created_at`,
      ],
    },
    workflow: HISTORY,
    run: { remove: [removeAttempts] },
    retention,
    plainBytes: { response_body: 'what a receiver answered' },
  },
  'runtime.webhook_body': {
    workspace: {
      remove: [
        (tx, id) => tx.$executeRaw`
          DELETE FROM runtime.webhook_body b USING runtime.webhook_delivery d
          WHERE d.workspace_id = ${id}::uuid AND b.event_id = d.event_id AND b.created_at = d.created_at`,
      ],
    },
    workflow: HISTORY,
    run: { remove: [removeBodies] },
    retention,
  },
  'runtime.webhook_delivery': {
    columns: { workspace_id: 'workspace', workflow_id: 'workflow' },
    workspace: {
      remove: [
        (tx, id) => tx.$executeRaw`DELETE FROM runtime.webhook_delivery WHERE workspace_id = ${id}::uuid`,
      ],
    },
    workflow: HISTORY,
    run: { remove: [removeDeliveries] },
    retention,
  },
  'runtime.webhook_listener': {
    columns: { workspace_id: 'workspace', covered: 'workflow' },
    workspace: {
      remove: [
        (tx, id) => tx.$executeRaw`DELETE FROM runtime.webhook_listener WHERE workspace_id = ${id}::uuid`,
      ],
    },
    workflow: { kept: 'its reader gets 404 and goes, and then the row does' },
    retention: feedRetention,
  },
  'runtime.webhook_feed': {
    columns: { workspace_id: 'workspace', covered: 'workflow' },
    workspace: {
      remove: [(tx, id) => tx.$executeRaw`DELETE FROM runtime.webhook_feed WHERE workspace_id = ${id}::uuid`],
    },
    workflow: { kept: 'readers of the workspace are told what happened, within the hour' },
    run: {
      remove: [
        (tx, { workspaceId, executionIds }) => tx.$executeRaw`
          DELETE FROM runtime.webhook_feed
          WHERE execution_id = ANY (${executionIds}::uuid[]) AND workspace_id = ${workspaceId}::uuid`,
      ],
    },
    retention: feedRetention,
  },
});
