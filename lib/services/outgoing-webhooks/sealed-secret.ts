import { randomBytes } from 'node:crypto';
import { open, seal } from '../../platform/encryption/encryption';
import { keyIdOf, NEXT_SEALED, type SealedStore } from '../../platform/encryption/reseal';

const GENERATED_BYTES = 32;

/** Sealed bytes moved to another subscription don't open. */
export const secretContext = (webhookId: string): string => `webhook ${webhookId}`;

export const sealSecret = (webhookId: string, secret: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(seal(secret, secretContext(webhookId)));

export const openSecret = (webhookId: string, sealed: Uint8Array): string =>
  open(sealed, secretContext(webhookId));

/** Written as Standard Webhooks writes secrets, so that its libraries take it as it is. */
export const generateSecret = (): string => `whsec_${randomBytes(GENERATED_BYTES).toString('base64')}`;

/** Returns the chosen secret, and in `shown` the text to show: null unless the server generated it. */
export function chooseSecret(choice: string | { generate: true } | { value: string }): {
  secret: string;
  shown: string | null;
} {
  if (typeof choice === 'string') return { secret: choice, shown: null };
  if ('value' in choice) return { secret: choice.value, shown: null };
  const secret = generateSecret();
  return { secret, shown: secret };
}

/** A sealed column of subscriptions. */
export const storeOf = (
  name: string,
  column: string,
  contextOf: (webhookId: string) => string,
): SealedStore => ({
  name,
  select: `SELECT id AS a, '' AS b, '' AS c, ${column} AS sealed FROM webhook_subscription
    WHERE ${keyIdOf(column)} = $1 ${NEXT_SEALED}`,
  update: `UPDATE webhook_subscription SET ${column} = $5
    WHERE id = $1::uuid AND $2 = '' AND $3 = '' AND ${column} = $4`,
  context: ({ a }) => contextOf(a),
});

export const secretStore = storeOf('webhook secrets', 'secret', secretContext);
export const previousSecretStore = storeOf('old webhook secrets', 'previous_secret', secretContext);
