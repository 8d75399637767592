import { prisma } from '../../platform/postgres/db';
import type { DeliveryTarget } from './claim-deliveries';
import { openUrl } from './sealed-url';

interface TargetRow {
  url: string;
  secret: Uint8Array | null;
  previous_secret: Uint8Array | null;
  standard_webhooks: boolean;
  cloud_events: boolean;
  header_names: string[];
  header_values: Uint8Array | null;
}

/** Returns URL, secrets and headers of a subscription, active or not; null when it has been deleted. */
export async function readTarget(webhookId: string): Promise<DeliveryTarget | null> {
  // Raw SQL, because the old secret expires by the database's clock.
  const [row] = await prisma().$queryRaw<TargetRow[]>`
    SELECT url, secret, CASE WHEN overlap_until > now() THEN previous_secret END AS previous_secret,
      standard_webhooks, cloud_events, header_names, header_values
    FROM webhook_subscription WHERE id = ${webhookId}::uuid AND deleted_at IS NULL`;
  if (row === undefined) return null;
  return {
    url: openUrl(webhookId, row.url),
    secrets: [row.secret, row.previous_secret].filter((secret) => secret !== null),
    extendedRetries: false, // a request made by a person is a single POST
    adds: { standardWebhooks: row.standard_webhooks, cloudEvents: row.cloud_events },
    ownHeaders: { names: row.header_names, sealed: row.header_values },
  };
}
